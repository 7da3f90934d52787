import type { Page } from 'playwright-core'
import { readBuild } from '../../load/web/build.mjs'
import type { SignedInUser } from '../../support/accounts.ts'
import { createAlbum } from '../../support/photos.ts'
import { button, heading, link, list, expectVisible } from '../support/find.ts'
import { colorOf, scrollTop } from '../support/look.ts'
import { failRequests } from '../support/network.ts'
import { tile } from '../support/grid.ts'
import { uploadSamples } from '../support/photos.ts'
import { setUpBrowser, builtWeb } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
let owner: SignedInUser
let albumPath: string
beforeAll(async () => {
  owner = await browser.daymark.createUser()
  const photos = await uploadSamples(browser.daymark, owner, 14)
  albumPath = `/albums/${(await createAlbum(owner, 'Dunes', photos)).id}`
})

describe('addresses', () => {
  it('L-ROUTE-04 L-ROUTE-05 L-ROUTE-06 L-ROUTE-13 every screen is served at its address, also after a reload', async () => {
    const screens = { '/': 'Photos', '/photos': 'Photos', '/albums': 'Albums', [albumPath]: 'Dunes' }
    const { page } = await browser.open(owner, '/')
    for (const [path, title] of Object.entries(screens)) {
      expect((await page.goto(path))?.status()).toBe(200)
      await expectVisible(heading(page, title))
      expect(new URL(page.url()).pathname).toBe(path)
      await pollUntil(async () => expect(await page.title()).toBe(`${title} · Daymark`))
    }
    expect((await page.reload())?.status()).toBe(200)
    await expectVisible(heading(page, 'Dunes'))
  })

  it('L-ROUTE-12 scrolls to the top when path or query changes', async () => {
    const { page } = await browser.open(owner, '/')
    const body = page.locator('body')
    const scrollDown = async () => {
      await page.mouse.move(640, 500)
      await page.mouse.wheel(0, 5000)
      await pollUntil(async () => expect(await scrollTop(body)).toBeGreaterThan(200))
    }
    await expectVisible(tile(page, 'Dune 14.jpg'))
    await scrollDown()
    await link(page, 'Albums').click()
    await expectVisible(heading(page, 'Albums'))
    await pollUntil(async () => expect(await scrollTop(body)).toBe(0))

    await page.goto('/photos?q=dune')
    await expectVisible(list(page, 'Photos'))
    await scrollDown()
    await button(page, 'Clear Filters').click()
    await pollUntil(async () => expect(await scrollTop(body)).toBe(0))
  })

  it('L-ERR-11 a screen that cannot be loaded says "Unexpected Application Error!" and can be reloaded', async () => {
    const { page, guard } = await browser.open(owner, '/')
    await expectVisible(heading(page, 'Photos'))
    guard.expect(/ERR_FAILED/, /Failed to fetch dynamically imported module/)
    const file = readBuild(builtWeb).fileOf('src/features/albums/list/album-list.page.tsx')
    const restore = await failRequests(page, { url: `**/${file}` }, 'network')
    await link(page, 'Albums').click()
    await expectVisible(heading(page, 'Unexpected Application Error!'))
    await restore()
    await button(page, 'Reload').click()
    await expectVisible(heading(page, 'Albums'))
  })
})

it('L-UPD-07 the offline worker is registered after the page is loaded', async () => {
  const { page, context } = await browser.open(null, 'about:blank', { hasWorker: true })
  const order: string[] = []
  page.on('load', () => void order.push('loaded'))
  context.on('serviceworker', () => void order.push('worker'))
  await page.goto('/login')
  await pollUntil(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
  expect(order).toEqual(['loaded', 'worker'])
})

describe('the theme', () => {
  const paper = async (page: Page) => (await colorOf(page.locator('body'), 'background-color')).green
  const isDark = (page: Page) => pollUntil(async () => expect(await paper(page)).toBeLessThan(60))
  const isLight = (page: Page) => pollUntil(async () => expect(await paper(page)).toBeGreaterThan(200))
  const choose = async (page: Page, theme: string) => {
    await button(page, 'Theme').click()
    await page.getByRole('menuitemradio', { name: theme }).click()
  }

  it('L-ENT-17 is remembered, adopted by other tabs, and follows the system when that is chosen', async () => {
    const { page, context } = await browser.open(owner, '/', { scheme: 'light' })
    await expectVisible(heading(page, 'Photos'))
    await isLight(page)
    const other = await context.newPage()
    await other.goto('/albums')
    await expectVisible(heading(other, 'Albums'))
    await choose(page, 'Dark')
    await isDark(page)
    await isDark(other)
    expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBe('true')
    await page.reload()
    await expectVisible(heading(page, 'Photos'))
    await isDark(page)
    await choose(other, 'System')
    await isLight(page)
    expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBeNull()
    await page.emulateMedia({ colorScheme: 'dark' })
    await isDark(page)
    expect((await colorOf(heading(page, 'Photos'), 'color')).green).toBeGreaterThan(200)
  })
})
