import type { Page } from 'playwright-core'
import type { Visitor } from '@daymark/testing/outside'
import { alertNote, button, field, heading, link, picture, shown, status, words } from '../support/find.ts'
import { signIn } from '../support/input/forms.ts'
import { uploadDrawings } from '../support/photos.ts'
import { tile } from '../support/grid.ts'
import { boxOf, colourOf, isPainted } from '../support/look.ts'
import { fail, hold } from '../support/network.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'
import type { Member } from '../../support/people.ts'

// A product of its own: its failed sign-ins would lock everybody of this address out.
const stage = setStage(() => ({}))
let owner: Member
beforeAll(async () => {
  owner = await stage.daymark.user({ email: 'anna@daymark.test' })
})

const username = (page: Page) => field(page, 'Email or username')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const path = (page: Page) => new URL(page.url()).pathname

async function fill(page: Page, name = owner.email, secret = owner.password) {
  await username(page).fill(name)
  await password(page).fill(secret)
}

describe('the sign-in page', () => {
  it('L-ROUTE-01 L-LOGIN-01 L-LOGIN-02 L-LOGIN-03 L-LOGIN-04 greets with headline, subtitle, badge and picture', async () => {
    const { page } = await stage.open(null, '/login')
    await shown(page.getByRole('heading', { level: 1 }))
    await shown(words(page, 'Currently in private beta'))
    await shown(words(page, 'Private Beta Access'))
    await pollUntil(async () => expect(await isPainted(picture(page, /gallery/))).toBe(true))
  })

  it('L-LOGIN-05 has two fields that password managers know', async () => {
    const { page } = await stage.open(null, '/login')
    await shown(username(page))
    expect(await username(page).getAttribute('autocomplete')).toBe('username webauthn')
    expect(await password(page).getAttribute('autocomplete')).toBe('current-password')
    expect(await password(page).getAttribute('type')).toBe('password')
  })

  it('L-LOGIN-06 cannot be submitted while a field is empty', async () => {
    const { page } = await stage.open(null, '/login')
    const submit = button(page, 'Sign In')
    expect(await submit.isDisabled()).toBe(true)
    await username(page).fill(owner.email)
    expect(await submit.isDisabled()).toBe(true)
    await password(page).fill('x')
    expect(await submit.isEnabled()).toBe(true)
    await username(page).fill('')
    expect(await submit.isDisabled()).toBe(true)
  })

  it('L-LOGIN-07 L-LOGIN-08 L-LOGIN-09 says "Signing in..." during the request and then shows the photos', async () => {
    const { page } = await stage.open(null, '/login')
    const letGo = await hold(page, { url: '**/api/auth/login' })
    await fill(page)
    await button(page, 'Sign In').click()
    await shown(button(page, 'Signing in...'))
    expect(await button(page, 'Signing in...').isDisabled()).toBe(true)
    letGo()
    await shown(heading(page, 'Photos'))
    expect(path(page)).toBe('/')
  })

  it('L-LOGIN-10 L-LOGIN-11 shows the server message in red with a warning icon above the button', async () => {
    const { page, guard } = await stage.open(null, '/login')
    guard.expect(/status of 401/)
    await fill(page, owner.email, 'not the password')
    await button(page, 'Sign In').click()
    const note = alertNote(page)
    await shown(note)
    expect(await note.innerText()).toBe('Invalid email or password')
    expect(await note.locator('svg').count()).toBe(1)
    const { red, green, blue } = await colourOf(note, 'color')
    expect(red).toBeGreaterThan(1.5 * Math.max(green, blue))
    expect((await boxOf(note)).y).toBeLessThan((await boxOf(button(page, 'Sign In'))).y)
    expect(await button(page, 'Sign In').isEnabled()).toBe(true)
  })

  it('L-LOGIN-11 says "Login failed" when the server says nothing', async () => {
    const { page, guard } = await stage.open(null, '/login')
    guard.expect(/ERR_FAILED/)
    await fail(page, { url: '**/api/auth/login' }, 'network')
    await fill(page)
    await button(page, 'Sign In').click()
    await shown(alertNote(page))
    expect(await alertNote(page).innerText()).toBe('Login failed')
  })

  it('L-LOGIN-12 knows the email whatever its case', async () => {
    const { page } = await stage.open(null, '/login')
    await fill(page, 'ANNA@Daymark.test')
    await password(page).press('Enter')
    await shown(heading(page, 'Photos'))
  })
})

describe('the guard', () => {
  it('L-GUARD-01 L-GUARD-03 shows "Loading..." until the session is known', async () => {
    const { page } = await stage.open(owner, '/login')
    const letGo = await hold(page, { url: '**/api/auth/me' })
    await page.goto('/albums')
    await shown(status(page, /.*/).filter({ hasText: 'Loading...' }))
    expect(await button(page, 'Logout').count()).toBe(0)
    letGo()
    await shown(heading(page, 'Albums'))
  })

  it.each(['/', '/photos', '/albums', '/albums/0198c0de-0000-7000-8000-000000000000'])(
    'L-ROUTE-11 L-GUARD-02 %s sends a stranger to the sign-in, replacing history',
    async address => {
      const { page } = await stage.open(null, '/login')
      await shown(username(page))
      const entries = await page.evaluate(() => history.length)
      await page.goto(address)
      await page.waitForURL('**/login')
      await shown(username(page))
      expect(await page.evaluate(() => history.length)).toBe(entries + 1)
    },
  )

  it('L-GUARD-06 L-ERR-10 a session check that fails leaves the visitor signed out and is only logged', async () => {
    const { page, guard } = await stage.open(owner, '/login')
    await shown(heading(page, 'Photos'))
    guard.expect(/status of 500/, /Session check failed/)
    await fail(page, { url: '**/api/auth/me' }, 500)
    await page.goto('/albums')
    await shown(username(page))
    expect(await alertNote(page).count()).toBe(0)
  })

  it('L-NAV-03 L-NAV-04 shows who is signed in, and Logout signs out everywhere in this browser', async () => {
    const { page, context, guard } = await stage.open(owner, '/')
    await shown(words(page, owner.email))
    const other = await context.newPage()
    await other.goto('/albums')
    await shown(heading(other, 'Albums'))
    // what the page asks for just then is refused
    guard.expect(/status of 401/)
    await button(page, 'Logout').click()
    await shown(username(page))
    await shown(username(other))
    expect((await context.request.get('/api/auth/me')).status()).toBe(401)
  })

  it.each([true, false])(
    'after Logout no address of a photo shows it any more (offline worker: %s)',
    async hasWorker => {
      const visitor = await stage.daymark.user()
      const [photo] = await uploadDrawings(stage.daymark, visitor, 1)
      const original = `/media/originals/${photo?.filename}`
      const { page, context, guard } = await stage.open(visitor, '/', { hasWorker })
      // A picture in a tab of its own, and the refusal in its place, are no pages of ours.
      guard.expect(/status of 401|origin-keyed agent cluster/)
      await pollUntil(async () => expect(await isPainted(tile(page, 'Dune 1.jpg'))).toBe(true))
      const addresses = [original, photo?.url ?? '', photo?.thumbnail_url ?? '']
      const status = async (address: string) => (await tab.goto(address))?.status()
      const tab = await context.newPage()
      for (const address of addresses) expect(await status(address)).toBe(200)
      await button(page, 'Logout').click()
      await shown(username(page))
      for (const address of addresses) expect(await status(address)).toBe(401)
    },
  )

  it('L-GUARD-04 Logout clears the user even if the call fails', async () => {
    const { page, guard } = await stage.open(await sameUserAgain(), '/')
    guard.expect(/ERR_FAILED/, /Sign-out failed/)
    await fail(page, { url: '**/api/auth/logout' }, 'network')
    await button(page, 'Logout').click()
    await shown(username(page))
  })

  it('a temporary password is replaced before anything else is shown', async () => {
    const admin: Visitor = await stage.daymark.admin()
    const guest = await stage.daymark.user()
    const reset = await admin.post<{ temporaryPassword: string }>(`/api/admin/users/${guest.id}/reset-password`)
    const temporary = reset.body.temporaryPassword
    const { page, guard } = await stage.open(null, '/login')
    await fill(page, guest.email, temporary)
    await button(page, 'Sign In').click()
    await shown(heading(page, 'Choose your own password'))
    expect(await link(page, 'Albums').count()).toBe(0)
    const chosen = 'walking along the dunes'
    await page.getByLabel('Temporary password').fill(temporary)
    await page.getByLabel('New password', { exact: true }).fill(chosen)
    await page.getByLabel('New password again').fill('something else')
    await shown(words(page, 'The two new passwords differ.'))
    expect(await button(page, 'Save Password').isDisabled()).toBe(true)
    await page.getByLabel('New password again').fill(chosen)
    await button(page, 'Save Password').click()
    await shown(heading(page, 'Photos'))
    // what the page asks for just then is refused
    guard.expect(/status of 401/)
    await button(page, 'Logout').click()
    await signIn(page, { email: guest.email, password: chosen })
  })
})

/** Signing out ends a session, so each test that does it needs one of its own. */
async function sameUserAgain(): Promise<Visitor> {
  const visitor = stage.daymark.stranger()
  await visitor.post('/api/auth/login', { username: owner.email, password: owner.password })
  return visitor
}
