import type { http } from '@daymark/contracts'
import type { Locator, Page } from 'playwright-core'
import { newLink } from '../../support/shared-gallery.ts'
import { unfoldLinks } from '../support/input/album.ts'
import { button, choice, dialog, gone, heading, link, list, region, shown, words } from '../support/find.ts'
import { openDeaf, openListening } from '../support/listening.ts'
import { requestsOf } from '../support/network.ts'
import { sharedAlbum, type SharedAlbum } from '../support/shared-album.ts'
import { setStage } from '../support/stage.ts'
import { swipe } from '../support/input/touch.ts'
import { pollUntil } from '@daymark/testing/outside'

const stage = setStage()
let shared: SharedAlbum
beforeAll(async () => {
  shared = await sharedAlbum(stage.daymark, { count: 3 })
})

const analyticsOf = async (one: http.Share) =>
  (await shared.owner.get<http.ShareAnalytics>(`/api/shares/${one.id}/analytics`)).body
const anotherLink = () => newLink(shared.owner, { album_id: shared.album.id })
/** Somebody opens the gallery, without a browser. */
const visitTo = async (one: http.Share) => {
  const visitor = stage.daymark.stranger()
  expect((await visitor.get(`/api/shares/public/${one.token}`)).status).toBe(200)
  return visitor
}

const nextPhoto = {
  desktop: (page: Page) => page.keyboard.press('ArrowRight'),
  phone: (page: Page) => swipe(page, { x: 300, y: 400 }, { x: 60, y: 405 }),
}
/** A phone hides a page and may never unload it; a desktop unloads one that was never hidden. */
const leave = {
  desktop: (page: Page) => page.goto('/login'),
  phone: (page: Page) =>
    page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }),
}
const downloads = (page: Page, at: Locator) => Promise.all([page.waitForEvent('download'), at.click()])

describe.each(['desktop', 'phone'] as const)('a visit on a %s', device => {
  it('S-PUB-18 S-TRK-02 S-TRK-06 S-TRK-07 S-TRK-08 is in the analytics with all that was looked at and taken', async () => {
    const one = await anotherLink()
    const { page } = await stage.open(null, '/login', { device })
    await page.clock.install()
    await page.goto(`/share/${one.token}`)
    await downloads(page, link(page, 'Download Album (ZIP)'))
    await button(list(page, 'Photos'), 'Open First light').click()
    const viewer = dialog(page, 'Photo viewer')
    await shown(words(viewer, '#1 of 3'))
    await nextPhoto[device](page)
    await shown(words(viewer, '#2 of 3'))
    await downloads(page, link(viewer, 'Download'))
    await button(viewer, 'Close').click()
    await gone(viewer)
    // it is looked at for so long by the browser's clock, which the server believes
    await page.clock.fastForward(45_000)
    await leave[device](page)

    const photo = (n: number, view_count: number, download_count: number) =>
      expect.objectContaining({ image_id: shared.photos[n]?.id, view_count, download_count })
    await pollUntil(async () => {
      const found = await analyticsOf(one)
      expect(found).toMatchObject({ uniqueVisitors: 1, totalVisits: 1, totalPhotoViews: 2 })
      expect(found.topPhotos).toEqual([photo(1, 1, 1), photo(0, 1, 0)])
      expect(found.downloads).toEqual([
        { type: 'album_zip', count: 1, photo_count: 3 },
        { type: 'single_image', count: 1, photo_count: 1 },
      ])
      expect(found.visits).toMatchObject([{ page_views: 1, photo_views: 2, duration_seconds: found.avgDuration }])
      expect(found.avgDuration).toBeGreaterThanOrEqual(45)
      expect(found.avgDuration).toBeLessThan(45 + 120)
    })
    const events = ['page_view', 'download', 'lightbox_open', 'photo_view', 'photo_view', 'download', 'lightbox_close']
    // what is sent while the page is left arrives in any order
    await pollUntil(async () => {
      const noted = await stage.daymark
        .db('sharing')
        .sql<{ type: string }>(
          'SELECT e.type FROM visit_events e JOIN visits v ON v.id = visit_id WHERE link_id = $1',
          [one.id],
        )
      expect(noted.map(({ type }) => type).toSorted()).toEqual([...events, 'page_leave'].toSorted())
    })
  })
})

describe('the analytics of a link', () => {
  const figure = (page: Page, name: string) => page.locator('dt', { hasText: name }).locator('xpath=../dd')
  const rows = (page: Page) => region(page, 'Recent visits').locator('tbody tr')

  it('S-PANEL-05 S-ANAUI-01 S-ANAUI-02 open from the panel, and have a new visit while they are open', async () => {
    const one = await anotherLink()
    const visitor = await visitTo(one)
    const { page } = await openListening(stage, shared.owner, `/albums/${shared.album.id}`)
    await unfoldLinks(page)
    await page.locator(`a[href="/shares/${one.id}/analytics"]`).click()
    await shown(heading(page, 'Analytics'))
    await pollUntil(async () => expect(await rows(page).count()).toBe(1))
    expect(await figure(page, 'Total visits').innerText()).toBe('1')
    await page.evaluate(() => Object.assign(window, { neverReloaded: true }))

    const { photos } = shared
    const event = { token: one.token, event_type: 'photo_view', image_id: photos[1]?.id }
    await visitor.post('/api/shares/track', event)
    await visitTo(one)
    await pollUntil(async () => expect(await rows(page).count()).toBe(2))
    expect(await figure(page, 'Unique visitors').innerText()).toBe('2')
    expect(await figure(page, 'Photo views').innerText()).toBe('1')
    await shown(list(page, 'Top photos').getByText('Noon'))
    // and one that is under way is complete when its page is left
    await visitor.post('/api/shares/track', { ...event, image_id: photos[0]?.id })
    await visitor.post('/api/shares/track', { ...event, event_type: 'page_leave' })
    await pollUntil(async () => expect(await figure(page, 'Photo views').innerText()).toBe('2'))
    const [newest] = (await analyticsOf(one)).visits
    await shown(words(rows(page).first(), newest?.visitor_id.slice(0, 8) ?? ''))
    expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)
  })

  it('show their charts as tables by keyboard alone, and other days', async () => {
    const one = await anotherLink()
    await visitTo(one)
    const page = await openDeaf(stage, shared.owner, `/shares/${one.id}/analytics`)
    const chart = page.getByRole('figure', { name: 'Views per day' })
    await shown(chart)
    expect(await chart.locator('rect').count()).toBe(30)
    await button(chart, 'Show as table').focus()
    await page.keyboard.press('Enter')
    await shown(chart.getByRole('table', { name: 'Views per day' }))
    expect(await chart.locator('rect').count()).toBe(0)
    expect(await chart.getByRole('row').last().innerText()).toMatch(/1\s+0$/)
    const asked = requestsOf(page, /analytics\?days=7/)
    await choice(page, 'Period').selectOption('Last 7 days')
    await pollUntil(async () => expect(await chart.getByRole('row').count()).toBe(8))
    expect(asked).toHaveLength(1)
  })

  it('S-TRK-09 below professional are locked, and open with the upgrade', async () => {
    const { owner, link: one } = await sharedAlbum(stage.daymark, { count: 1 })
    await visitTo(one)
    await owner.post('/api/subscription/update-tier', { tier: 'starter' })
    await stage.daymark.settle()
    const { page, guard } = await openListening(stage, owner, `/shares/${one.id}/analytics`)
    guard.expect(/status of 403 .*analytics/)
    await shown(heading(page, 'Professional Feature'))
    await shown(words(page, /Analytics requires a Professional plan or higher\. Current plan: Starter/))
    await owner.post('/api/subscription/update-tier', { tier: 'professional' })
    await shown(region(page, 'Recent visits'))
  })
})
