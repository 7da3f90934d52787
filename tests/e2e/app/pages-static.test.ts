import type { Page } from 'playwright-core'
import type { Member } from '../../support/people.ts'
import { button, dialog, gone, heading, link, list, navigation, shown, words } from '../support/find.ts'
import { tile, tileNames } from '../support/grid.ts'
import { colourOf } from '../support/look.ts'
import { fail } from '../support/network.ts'
import { uploadDrawings } from '../support/photos.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'

const stage = setStage()
let owner: Member
beforeAll(async () => {
  owner = await stage.daymark.user()
  await uploadDrawings(stage.daymark, owner, 4)
})

const footer = (page: Page) => page.getByRole('contentinfo')
const SECURITY = 'Security, backups and data handling'

describe('texts that are open to everybody', () => {
  it('L-ROUTE-01 L-ROUTE-02 L-ROUTE-03 L-NAV-08 a stranger walks from the sign-in through the footer and back', async () => {
    const { page } = await stage.open(null, '/login')
    await link(footer(page), 'Privacy').click()
    await shown(heading(page, 'Privacy'))
    await shown(words(page, 'Last updated December 2024'))
    await link(footer(page), 'Security').click()
    await shown(heading(page, SECURITY))
    await page.reload()
    await shown(heading(page, SECURITY))
    expect(await button(page, 'Logout').count()).toBe(0)
    expect(await link(footer(page), 'Support').getAttribute('href')).toMatch(/^mailto:support@/)
    await link(page, 'Sign In').click()
    await shown(button(page, 'Sign In'))
  })

  it('L-SEC-01 L-SEC-02 the backups of the four plans stand in a table, and questions open', async () => {
    const { page } = await stage.open(null, '/security')
    const plans = page.getByRole('table').getByRole('row')
    await pollUntil(async () => expect(await plans.count()).toBe(5))
    expect(await plans.nth(4).innerText()).toMatch(
      /^Studio\s+Daily backups with extended retention and an off-site copy\s+Yes$/,
    )
    const answer = words(page, /^It is taken out of your library/)
    expect(await answer.isVisible()).toBe(false)
    await words(page, 'What happens when I delete a photo?').click()
    await shown(answer)
  })

  it('L-ROUTE-02 who is signed in reads them inside the shell, and goes on from there', async () => {
    const { page } = await stage.open(owner, '/')
    await shown(tile(page, 'Dune 4.jpg'))
    await link(footer(page), 'Privacy').click()
    await shown(heading(page, 'Privacy'))
    await shown(button(page, 'Logout'))
    await link(navigation(page, 'Main'), 'Photos').click()
    await shown(tile(page, 'Dune 4.jpg'))
  })
})

describe('favorites', () => {
  it('L-FAV-02 L-FAV-03 L-FAV-04 L-STATE-01 what is liked appears, what is unliked is gone, here and on its card', async () => {
    const { page } = await stage.open(owner, '/favorites')
    await shown(heading(page, 'No favorites yet'))
    await shown(words(page, "Photos you've liked are automatically collected here. This album cannot be deleted."))
    await link(page, 'Go to Photos').click()
    for (const name of ['Dune 2.jpg', 'Dune 3.jpg']) {
      const saved = page.waitForResponse(/\/api\/images\//)
      await button(page, `Like ${name}`).click()
      await saved
    }
    await link(page, 'Albums').click()
    const card = link(page, /^Favorites/)
    await pollUntil(async () => expect(await card.innerText()).toMatch(/2 photos/))
    await card.click()
    await pollUntil(async () => expect(await tileNames(page)).toEqual(['Dune 3.jpg', 'Dune 2.jpg']))

    const saved = page.waitForResponse(/\/api\/images\//)
    // the page does so once it has dropped what it kept of the list for a reload
    const readAgain = page.waitForResponse(/\/api\/images\?/)
    await button(page, 'Like Dune 3.jpg').focus()
    await page.keyboard.press('Space')
    await gone(tile(page, 'Dune 3.jpg'))
    await shown(words(page, 'Showing 1-1 of 1 photos'))
    // Whoever works by keyboard goes on at the photo that took the place.
    const focused = () => list(page, 'Photos you liked').evaluate(one => one.contains(document.activeElement))
    await pollUntil(async () => expect(await focused()).toBe(true))
    await Promise.all([saved, readAgain])
    await page.reload()
    await pollUntil(async () => expect(await tileNames(page)).toEqual(['Dune 2.jpg']))
  })

  it('L-STATE-02 an unlike that fails brings the photo back', async () => {
    const liker = await stage.daymark.user()
    const [photo] = await uploadDrawings(stage.daymark, liker, 1)
    await liker.send('PATCH', `/api/images/${photo?.id}`, { is_favorite: true })
    const { page, guard } = await stage.open(liker, '/favorites')
    guard.expect(/status of 500/, /Like failed/)
    await fail(page, { url: '**/api/images/*', method: 'PATCH' }, 500)
    const saved = page.waitForResponse(/\/api\/images\//)
    await button(page, 'Like Dune 1.jpg').click()
    await saved
    await shown(tile(page, 'Dune 1.jpg'))
    expect(await button(page, 'Like Dune 1.jpg').getAttribute('aria-pressed')).toBe('true')
  })
})

describe('the theme', () => {
  const paper = async (page: Page) => (await colourOf(page.locator('body'), 'background-color')).green
  const isDark = (page: Page) => pollUntil(async () => expect(await paper(page)).toBeLessThan(60))
  const isLight = (page: Page) => pollUntil(async () => expect(await paper(page)).toBeGreaterThan(200))
  const choose = async (page: Page, theme: string) => {
    await button(page, 'Theme').click()
    await page.getByRole('menuitemradio', { name: theme }).click()
  }

  it('L-ENT-17 is remembered, followed by other tabs, and given back to the system', async () => {
    const { page, context } = await stage.open(owner, '/', { scheme: 'light' })
    await shown(heading(page, 'Photos'))
    await isLight(page)
    const other = await context.newPage()
    await other.goto('/albums')
    await shown(heading(other, 'Albums'))
    await choose(page, 'Dark')
    await isDark(page)
    await isDark(other)
    expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBe('true')
    await page.reload()
    await shown(heading(page, 'Photos'))
    await isDark(page)
    await choose(other, 'System')
    await isLight(page)
    expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBeNull()
  })

  it('L-ENT-17 L-NAV-07 is in the side menu of a phone, beside Favorites and Tags', async () => {
    const { page } = await stage.open(owner, '/', { device: 'phone', scheme: 'dark' })
    await button(page, 'More').tap()
    const menu = dialog(page, 'More')
    await page.getByRole('radio', { name: 'Light' }).check({ force: true })
    await isLight(page)
    await link(menu, 'Favorites').tap()
    await gone(menu)
    await shown(heading(page, 'Favorites'))
  })
})
