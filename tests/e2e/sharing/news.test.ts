import type { Page } from 'playwright-core'
import { replaceAndSettle } from '../../support/replacement.ts'
import { unzip } from '../../support/shared-gallery.ts'
import { downloadedBytes } from '../support/files.ts'
import { button, dialog, expectHidden, expectCount, list, region, expectVisible, byText } from '../support/find.ts'
import { uploadSamples } from '../support/photos.ts'
import { returnAfterHalfAnHour, sharedAlbum, type SharedAlbum } from '../support/shared-album.ts'
import { setUpBrowser } from '../support/browser.ts'

const browser = setUpBrowser()
const bar = (page: Page) => region(page, 'What is new')
const tiles = (page: Page) => list(page, 'Photos').getByRole('listitem')
const marked = (page: Page, mark: string) => byText(list(page, 'Photos'), mark)
const notice = (page: Page) => page.waitForResponse(answer => answer.url().endsWith('/news') && answer.ok())

async function arrive({ owner, album }: SharedAlbum, photos: number) {
  const images = await uploadSamples(browser.daymark, owner, photos)
  await owner.post(`/api/albums/${album.id}/images`, { image_ids: images.map(({ id }) => id) })
  await browser.daymark.settle()
}

it('rule 119 rule 121 a returning visitor sees new photos, also those that arrive during the visit, and downloads only those', async () => {
  const shared = await sharedAlbum(browser.daymark, { count: 3 })
  const { page, origin } = await browser.open(null, 'about:blank')
  const first = notice(page)
  await page.goto(origin + shared.path)
  await first
  await expectVisible(button(page, 'Open First light'))
  expect(await bar(page).count()).toBe(0)

  await arrive(shared, 2)
  await replaceAndSettle(browser.daymark, shared.owner, shared.photos[0]?.id ?? '')
  await returnAfterHalfAnHour(page)
  await expectVisible(byText(bar(page), '2 new, 1 corrected since your last visit'))
  await expectCount(marked(page, 'New'), 2)
  await expectCount(marked(page, 'Corrected'), 1)
  await button(bar(page), 'Show').click()
  await expectCount(tiles(page), 3)

  await arrive(shared, 1)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expectVisible(byText(bar(page), '3 new, 1 corrected since your last visit'))
  await button(bar(page), 'Show All').click()
  await expectCount(tiles(page), 5)
  await button(bar(page), 'Show').click()
  await expectCount(tiles(page), 4)

  await button(bar(page), 'Download New Photos').click()
  const choice = dialog(page, 'Download 4 photos')
  const [zip] = await Promise.all([page.waitForEvent('download'), button(choice, 'Download').click()])
  const names = unzip(await downloadedBytes(zip)).map(({ name }) => name)
  expect(names).toEqual(['Dune 1.jpg', 'Dune 1 (2).jpg', 'Dune 2.jpg', 'Dune 1 (3).jpg'])

  await button(bar(page), 'Mark all as seen').click()
  await expectHidden(bar(page))
  await expectCount(tiles(page), 6)
  await expectCount(marked(page, 'New'), 0)
  const again = notice(page)
  await page.reload()
  await again
  await expectVisible(button(page, 'Open First light'))
  expect(await bar(page).count()).toBe(0)
})

it('rule 121 a link without downloads offers no download of new photos', async () => {
  const shared = await sharedAlbum(browser.daymark, { count: 2, share: { allow_downloads: false } })
  const { page, origin } = await browser.open(null, 'about:blank', { device: 'phone', scheme: 'dark' })
  const first = notice(page)
  await page.goto(origin + shared.path)
  await first
  await expectVisible(button(page, 'Open First light'))
  await arrive(shared, 1)
  await returnAfterHalfAnHour(page)
  await expectVisible(button(bar(page), 'Show'))
  expect(await button(bar(page), 'Download New Photos').count()).toBe(0)
})
