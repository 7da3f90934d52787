import type { Page } from 'playwright-core'
import { replaced } from '../../support/replacing.ts'
import { unzip } from '../../support/shared-gallery.ts'
import { bytesOf } from '../support/files.ts'
import { button, dialog, gone, has, list, region, shown, words } from '../support/find.ts'
import { uploadDrawings } from '../support/photos.ts'
import { halfAnHourLater } from '../support/seen.ts'
import { sharedAlbum, type SharedAlbum } from '../support/shared-album.ts'
import { setStage } from '../support/stage.ts'

const stage = setStage()
const bar = (page: Page) => region(page, 'What is new')
const tiles = (page: Page) => list(page, 'Photos').getByRole('listitem')
const marked = (page: Page, mark: string) => words(list(page, 'Photos'), mark)
const told = (page: Page) => page.waitForResponse(answer => answer.url().endsWith('/news') && answer.ok())

async function arrive({ owner, album }: SharedAlbum, photos: number) {
  const images = await uploadDrawings(stage.daymark, owner, photos)
  await owner.post(`/api/albums/${album.id}/images`, { image_ids: images.map(({ id }) => id) })
  await stage.daymark.settle()
}

it('rule 119 rule 121 a visitor who comes back sees what is new, also what arrives meanwhile, and takes along just that', async () => {
  const shared = await sharedAlbum(stage.daymark, { count: 3 })
  const { page, origin } = await stage.open(null, 'about:blank')
  const first = told(page)
  await page.goto(origin + shared.path)
  await first
  await shown(button(page, 'Open First light'))
  expect(await bar(page).count()).toBe(0)

  await arrive(shared, 2)
  await replaced(stage.daymark, shared.owner, shared.photos[0]?.id ?? '')
  await halfAnHourLater(page)
  await shown(words(bar(page), '2 new, 1 corrected since your last visit'))
  await has(marked(page, 'New'), 2)
  await has(marked(page, 'Corrected'), 1)
  await button(bar(page), 'Show').click()
  await has(tiles(page), 3)

  await arrive(shared, 1)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await shown(words(bar(page), '3 new, 1 corrected since your last visit'))
  await button(bar(page), 'Show All').click()
  await has(tiles(page), 5)
  await button(bar(page), 'Show').click()
  await has(tiles(page), 4)

  await button(bar(page), 'Download These').click()
  const choice = dialog(page, 'Download 4 photos')
  const [zip] = await Promise.all([page.waitForEvent('download'), button(choice, 'Download').click()])
  const names = unzip(await bytesOf(zip)).map(({ name }) => name)
  expect(names).toEqual(['Dune 1.jpg', 'Dune 1 (2).jpg', 'Dune 2.jpg', 'Dune 1 (3).jpg'])

  await button(bar(page), 'Mark all as seen').click()
  await gone(bar(page))
  await has(tiles(page), 6)
  await has(marked(page, 'New'), 0)
  const again = told(page)
  await page.reload()
  await again
  await shown(button(page, 'Open First light'))
  expect(await bar(page).count()).toBe(0)
})

it('rule 121 nothing is offered that the link does not permit', async () => {
  const shared = await sharedAlbum(stage.daymark, { count: 2, share: { allow_downloads: false } })
  const { page, origin } = await stage.open(null, 'about:blank', { device: 'phone', scheme: 'dark' })
  const first = told(page)
  await page.goto(origin + shared.path)
  await first
  await shown(button(page, 'Open First light'))
  await arrive(shared, 1)
  await halfAnHourLater(page)
  await shown(button(bar(page), 'Show'))
  expect(await button(bar(page), 'Download These').count()).toBe(0)
})
