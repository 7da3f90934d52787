import type { Page } from 'playwright-core'
import { readBuild } from '../../load/web/build.mjs'
import type { Member } from '../../support/people.ts'
import { albumOf } from '../../support/photos.ts'
import { button, heading, link, list, shown } from '../support/find.ts'
import { colourOf, scrollTop } from '../support/look.ts'
import { fail } from '../support/network.ts'
import { openName, uploadDrawings } from '../support/photos.ts'
import { setStage, builtWeb } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'

const stage = setStage()
let owner: Member
let albumPath: string
beforeAll(async () => {
  owner = await stage.daymark.user()
  const photos = await uploadDrawings(stage.daymark, owner, 14)
  albumPath = `/albums/${(await albumOf(owner, 'Dunes', photos)).id}`
})

describe('addresses', () => {
  it('L-ROUTE-04 L-ROUTE-05 L-ROUTE-06 L-ROUTE-13 every screen is served under its address, also again after a reload', async () => {
    const screens = { '/': 'Photos', '/photos': 'Photos', '/albums': 'Albums', [albumPath]: 'Dunes' }
    const { page } = await stage.open(owner, '/')
    for (const [path, title] of Object.entries(screens)) {
      expect((await page.goto(path))?.status()).toBe(200)
      await shown(heading(page, title))
      expect((await page.reload())?.status()).toBe(200)
      await shown(heading(page, title))
      expect(new URL(page.url()).pathname).toBe(path)
      await pollUntil(async () => expect(await page.title()).toBe(`${title} · Daymark`))
    }
  })

  it('L-ROUTE-12 scrolls to the top when path or query changes', async () => {
    const { page } = await stage.open(owner, '/')
    const body = page.locator('body')
    const scrollDown = async () => {
      await page.mouse.move(640, 500)
      await page.mouse.wheel(0, 5000)
      await pollUntil(async () => expect(await scrollTop(body)).toBeGreaterThan(200))
    }
    await shown(button(page, openName({ title: 'Dune 14.jpg', original_filename: '' })))
    await scrollDown()
    await link(page, 'Albums').click()
    await shown(heading(page, 'Albums'))
    await pollUntil(async () => expect(await scrollTop(body)).toBe(0))

    await page.goto('/photos?q=dune')
    await shown(list(page, 'Photos'))
    await scrollDown()
    await button(page, 'Clear Filters').click()
    await pollUntil(async () => expect(await scrollTop(body)).toBe(0))
  })

  it('L-ERR-11 a screen that cannot be loaded says "Unexpected Application Error!" and can be reloaded', async () => {
    const { page, guard } = await stage.open(owner, '/')
    await shown(heading(page, 'Photos'))
    guard.expect(/ERR_FAILED/, /Failed to fetch dynamically imported module/)
    const file = readBuild(builtWeb).fileOf('src/features/albums/list/album-list.page.tsx')
    const mend = await fail(page, { url: `**/${file}` }, 'network')
    await link(page, 'Albums').click()
    await shown(heading(page, 'Unexpected Application Error!'))
    await mend()
    await button(page, 'Reload').click()
    await shown(heading(page, 'Albums'))
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

  it('L-ENT-17 is remembered, followed by other tabs, and given back to the system, whose changes it follows', async () => {
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
    await page.emulateMedia({ colorScheme: 'dark' })
    await isDark(page)
    expect((await colourOf(heading(page, 'Photos'), 'color')).green).toBeGreaterThan(200)
  })
})
