import type { http } from '@daymark/contracts'
import type { Page } from 'playwright-core'
import { removeFolders } from './support/files.ts'
import { button, dialog, field, heading, link, navigation, region, expectVisible, byText } from './support/find.ts'
import { tabTo } from './support/input/keys.ts'
import { colorOf } from './support/look.ts'
import { setUpBrowser } from './support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
afterAll(removeFolders)

const SECTIONS = ['Account Overview', 'Subscription and Plan', 'Appearance', 'Photo Management', 'Recent Activity']
const settings = (page: Page) => navigation(page, 'Settings')
const current = (page: Page) => settings(page).locator('[aria-current=location]').innerText()
/** The distance of a heading from the top of the window. */
const topOf = async (page: Page, name: string) => (await heading(page, name).boundingBox())?.y ?? -1
/** Sections above may load and move it for a moment. */
const isInView = (page: Page, name: string) =>
  pollUntil(async () => {
    expect(await current(page)).toBe(name)
    expect(await topOf(page, name)).toBeLessThan(800)
  })
const bar = (page: Page) => region(page, 'Account Overview').getByRole('meter')

describe('the settings page', () => {
  it('S-SET-01 L-NAV-01 the navigation leads to each section and marks the visible one', async () => {
    const owner = await browser.daymark.createUser()
    const { page } = await browser.open(owner, '/')
    await link(navigation(page, 'Main'), 'Settings').click()
    for (const name of SECTIONS) await expectVisible(heading(page, name))
    await pollUntil(async () => expect(await current(page)).toBe('Account Overview'))
    for (const name of SECTIONS.toReversed()) {
      await link(settings(page), name).click()
      await isInView(page, name)
    }
    await page.goto('/settings#photos')
    await isInView(page, 'Photo Management')
  })

  it('S-SET-01 L-NAV-07 on a phone the links to the sections stay visible', async () => {
    const owner = await browser.daymark.createUser()
    const { page } = await browser.open(owner, '/', { device: 'phone' })
    await button(page, 'More').click()
    await link(dialog(page, 'More'), 'Settings').click()
    await expectVisible(heading(page, 'Recent Activity'))
    await link(settings(page), 'Photo Management').click()
    await pollUntil(async () => {
      const [row, top] = [await settings(page).boundingBox(), await topOf(page, 'Photo Management')]
      expect(top).toBeLessThan(160)
      expect(row?.y).toBe(0)
      expect(top).toBeGreaterThanOrEqual(row?.height ?? 0)
    })
  })

  it('S-SET-03 the storage bar is green up to 75 percent, amber above, red above 90', async () => {
    const owner = await browser.daymark.createUser({ tier: 'starter' })
    const { page } = await browser.open(owner, '/privacy')
    // requests that the previous page sent late have ended
    await page.addInitScript(() => localStorage.clear())
    const seen = new Map<string, string>()
    for (const [percentage, level] of [
      [75, 'green'],
      [75.5, 'amber'],
      [90, 'amber'],
      [90.5, 'red'],
    ] as const) {
      await page.unroute('**/api/subscription')
      await page.route('**/api/subscription', async route => {
        const answer = (await (await route.fetch()).json()) as http.Subscription
        await route.fulfill({ json: { ...answer, storage: { ...answer.storage, percentage } } })
      })
      await page.goto('/settings')
      await expectVisible(bar(page))
      expect([percentage, await bar(page).getAttribute('data-level')]).toEqual([percentage, level])
      const { red, green, blue } = await colorOf(bar(page).locator('div'), 'background-color')
      seen.set(level, red > green ? (green > blue + 60 ? 'amber' : 'red') : 'green')
    }
    expect([...seen]).toEqual(['green', 'amber', 'red'].map(level => [level, level]))
    // requests in progress get no answer after the page is closed
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

describe('every Upgrade', () => {
  const leadsToPlan = async (page: Page) => {
    await expectVisible(heading(page, 'Subscription and Plan'))
    await pollUntil(() => expect(new URL(page.url()).pathname).toBe('/settings'))
    await pollUntil(async () => expect(await current(page)).toBe('Subscription and Plan'))
  }

  it('S-WM-06 L-ROLE-04 on a locked screen and at the eleventh album leads to the plan', async () => {
    const owner = await browser.daymark.createUser({ tier: 'starter' })
    for (let n = 1; n <= 10; n++) await owner.post('/api/albums', { title: `Album ${n}` })
    const { page, guard } = await browser.open(owner, '/watermark')
    guard.expect(/status of 403/, /Creating the album failed/)
    await link(page, 'Upgrade').click()
    await leadsToPlan(page)
    await page.goto('/albums')
    await field(page, 'New album title').fill('One too many')
    await tabTo(page, button(page, 'Create Album'))
    await page.keyboard.press('Enter')
    await expectVisible(byText(page, 'The Starter plan is limited to 10 albums.'))
    await link(page, 'Upgrade').click()
    await leadsToPlan(page)
  })
})
