import { readBuild } from '../../load/web/build.mjs'
import type { Member } from '../../support/people.ts'
import { albumOf } from '../../support/photos.ts'
import { button, heading, link, list, navigation, shown, status, words } from '../support/find.ts'
import { colourOf, scrollTop } from '../support/look.ts'
import { fail, hold } from '../support/network.ts'
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
  it.each(['/no/such/page', '/albumsx', '/photos/1', '/album'])(
    'L-ROUTE-10 %s shows the Not Found page, with and without a session',
    async path => {
      for (const visitor of [owner, null]) {
        const { page } = await stage.open(visitor, path)
        await shown(heading(page, 'Not Found'))
        await shown(words(page, 'No such page.'))
        await button(page, 'Logout').waitFor({ state: 'detached' })
      }
    },
  )

  it('L-ROUTE-10 leads back to the photos', async () => {
    const { page } = await stage.open(owner, '/nowhere')
    await link(page, 'Back to Photos').click()
    await shown(heading(page, 'Photos'))
  })

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

describe('the frame of every screen', () => {
  it('the top bar leads to the screens that exist, and marks the one that is shown', async () => {
    const { page } = await stage.open(owner, '/')
    const bar = navigation(page, 'Main')
    await shown(bar)
    const labels = await bar.getByRole('link').allInnerTexts()
    expect(labels.length).toBeGreaterThanOrEqual(2)
    for (const label of labels) {
      await link(bar, label).click()
      await shown(heading(page, label))
      expect(await link(bar, label).getAttribute('aria-current')).toBe('page')
      expect(await heading(page, 'Not Found').count()).toBe(0)
    }
  })

  it('the footer has a mail link for support', async () => {
    const { page } = await stage.open(owner, '/')
    await shown(link(page, 'Support'))
    expect(await link(page, 'Support').getAttribute('href')).toMatch(/^mailto:[^@]+@[^@]+$/)
  })

  it('L-SKEL-01 L-SKEL-02 shows skeletons while photos and albums are loaded', async () => {
    const { page } = await stage.open(owner, '/login')
    await shown(heading(page, 'Photos'))
    for (const [url, path, name] of [
      ['**/api/images?*', '/photos?orientation=landscape', 'Loading photos'],
      ['**/api/albums', '/albums', 'Loading albums'],
      [`**/api${albumPath}?*`, albumPath, 'Loading photos'],
    ] as const) {
      const letGo = await hold(page, { url })
      await page.goto(path)
      await shown(status(page, name))
      letGo()
      await status(page, name).waitFor({ state: 'detached' })
      await page.unroute(url)
    }
  })

  it('follows the dark preference of the system, also when it changes', async () => {
    const { page } = await stage.open(owner, '/', { scheme: 'dark' })
    const body = page.locator('body')
    const paper = async () => (await colourOf(body, 'background-color')).green
    const ink = async () => (await colourOf(heading(page, 'Photos'), 'color')).green
    await shown(heading(page, 'Photos'))
    expect(await paper()).toBeLessThan(60)
    expect(await ink()).toBeGreaterThan(200)
    await page.emulateMedia({ colorScheme: 'light' })
    await pollUntil(async () => expect(await paper()).toBeGreaterThan(200))
    expect(await ink()).toBeLessThan(80)
  })
})
