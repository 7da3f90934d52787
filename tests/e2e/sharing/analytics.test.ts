import type { http } from '@daymark/contracts'
import type { Locator, Page } from 'playwright-core'
import { createLink } from '../../support/shared-gallery.ts'
import { button, dialog, expectHidden, link, list, expectVisible, byText } from '../support/find.ts'
import { sharedAlbum, type SharedAlbum } from '../support/shared-album.ts'
import { setUpBrowser } from '../support/browser.ts'
import { swipe } from '../support/input/touch.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
let shared: SharedAlbum
beforeAll(async () => {
  shared = await sharedAlbum(browser.daymark, { count: 3 })
})

const analyticsOf = async (one: http.Share) =>
  (await shared.owner.get<http.ShareAnalytics>(`/api/shares/${one.id}/analytics`)).body
const anotherLink = () => createLink(shared.owner, { album_id: shared.album.id })

const nextPhoto = {
  desktop: (page: Page) => page.keyboard.press('ArrowRight'),
  phone: (page: Page) => swipe(page, { x: 300, y: 400 }, { x: 60, y: 405 }),
}
/** A phone hides a page and may never unload it; a desktop unloads a page without hiding it. */
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
  it('S-PUB-18 S-TRK-02 S-TRK-06 S-TRK-07 S-TRK-08 appears in the analytics with views, downloads and duration', async () => {
    const one = await anotherLink()
    const { page } = await browser.open(null, '/login', { device })
    await page.clock.install()
    await page.goto(`/share/${one.token}`)
    await downloads(page, link(page, 'Download Album (ZIP)'))
    await button(list(page, 'Photos'), 'Open First light').click()
    const viewer = dialog(page, 'Photo viewer')
    await expectVisible(byText(viewer, '#1 of 3'))
    await nextPhoto[device](page)
    await expectVisible(byText(viewer, '#2 of 3'))
    await downloads(page, link(viewer, 'Download'))
    await button(viewer, 'Close').click()
    await expectHidden(viewer)
    // the duration is measured by the clock of the browser
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
    // beacons arrive in any order
    await pollUntil(async () => {
      const countedEvents = await browser.daymark
        .db('sharing')
        .sql<{ type: string }>(
          'SELECT e.type FROM visit_events e JOIN visits v ON v.id = visit_id WHERE link_id = $1',
          [one.id],
        )
      expect(countedEvents.map(({ type }) => type).toSorted()).toEqual([...events, 'page_leave'].toSorted())
    })
  })
})
