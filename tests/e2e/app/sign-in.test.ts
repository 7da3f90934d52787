import type { Page } from 'playwright-core'
import { alertMessage, button, field, heading, expectVisible, byText } from '../support/find.ts'
import { uploadSamples } from '../support/photos.ts'
import { tile } from '../support/grid.ts'
import { boxOf, colorOf, isPainted, layoutShift } from '../support/look.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'
import type { SignedInUser } from '../../support/accounts.ts'

// A separate product: its failed sign-ins would block the other tests of this address.
const browser = setUpBrowser(() => ({}))
let owner: SignedInUser
beforeAll(async () => {
  owner = await browser.daymark.createUser({ email: 'anna@daymark.test' })
})

const username = (page: Page) => field(page, 'Email or username')
const password = (page: Page) => page.getByLabel('Password', { exact: true })

async function fill(page: Page, name = owner.email, secret = owner.password) {
  await username(page).fill(name)
  await password(page).fill(secret)
}

describe('the sign-in page', () => {
  it('L-LOGIN-10 L-LOGIN-11 shows the server message in red with a warning icon above the button', async () => {
    const { page, guard } = await browser.open(null, '/login')
    guard.expect(/status of 401/)
    await fill(page, owner.email, 'not the password')
    await button(page, 'Sign In').click()
    const note = alertMessage(page)
    await expectVisible(note)
    expect(await note.innerText()).toBe('Invalid email or password')
    expect(await note.locator('svg').count()).toBe(1)
    const { red, green, blue } = await colorOf(note, 'color')
    expect(red).toBeGreaterThan(1.5 * Math.max(green, blue))
    expect((await boxOf(note)).y).toBeLessThan((await boxOf(button(page, 'Sign In'))).y)
    expect(await button(page, 'Sign In').isEnabled()).toBe(true)
  })
})

describe('the first screen of the sign-in page', () => {
  it.each([
    ['desktop', 'localhost', true],
    ['phone', '127.0.0.1', false],
  ] as const)(
    'L-LOGIN-01 L-LOGIN-05 is complete before the application, which takes over the input without a shift, on a %s',
    async (device, host, hasPasskeys) => {
      const { page } = await browser.open(null, '/privacy', { device, host })
      let load = () => {}
      const isWanted = new Promise<void>(resolve => (load = resolve))
      await page.route(/\/assets\/.*\.js$/, route => isWanted.then(() => route.continue()))
      await page.goto('/login', { waitUntil: 'commit' })
      await expectVisible(page.getByRole('heading', { level: 1 }))
      await pollUntil(async () => expect(await isPainted(page.locator('img'))).toBe(true))
      expect(await button(page, 'Sign in with a passkey').isVisible()).toBe(hasPasskeys)
      expect(await button(page, 'Sign In').isDisabled()).toBe(true)
      await fill(page)
      load()
      await pollUntil(async () => expect(await page.locator('#first-screen').count()).toBe(0))
      expect(await username(page).inputValue()).toBe(owner.email)
      expect(await password(page).evaluate(element => element === document.activeElement)).toBe(true)
      expect(await layoutShift(page)).toBe(0)
      await password(page).press('Enter')
      await expectVisible(heading(page, 'Photos'))
    },
  )
})

describe('the guard', () => {
  it('L-NAV-03 L-NAV-04 shows who is signed in, and Logout signs out everywhere in this browser', async () => {
    const { page, context, guard } = await browser.open(owner, '/')
    await expectVisible(byText(page, owner.email))
    const other = await context.newPage()
    await other.goto('/albums')
    await expectVisible(heading(other, 'Albums'))
    // requests in progress are refused
    guard.expect(/status of 401/)
    await button(page, 'Logout').click()
    await expectVisible(username(page))
    await expectVisible(username(other))
    expect((await context.request.get('/api/auth/me')).status()).toBe(401)
  })

  it.each([true, false])('after Logout no address of a photo shows it (offline worker: %s)', async hasWorker => {
    const visitor = await browser.daymark.createUser()
    const [photo] = await uploadSamples(browser.daymark, visitor, 1)
    const originalPath = `/media/originals/${photo?.filename}`
    const { page, context, guard } = await browser.open(visitor, '/', { hasWorker })
    // A picture and its refusal are no pages of the application.
    guard.expect(/status of 401|origin-keyed agent cluster/)
    await pollUntil(async () => expect(await isPainted(tile(page, 'Dune 1.jpg'))).toBe(true))
    const addresses = [originalPath, photo?.url ?? '', photo?.thumbnail_url ?? '']
    const status = async (address: string) => (await tab.goto(address))?.status()
    const tab = await context.newPage()
    for (const address of addresses) expect(await status(address)).toBe(200)
    await button(page, 'Logout').click()
    await expectVisible(username(page))
    for (const address of addresses) expect(await status(address)).toBe(401)
  })
})
