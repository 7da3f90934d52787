import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { unzip } from '../../support/shared-gallery.ts'
import { downloadedBytes } from '../support/files.ts'
import { button, dialog, expectHidden, heading, link, list, expectVisible, toolbar, byText } from '../support/find.ts'
import { boxOf } from '../support/look.ts'
import { sharedAlbum, type SharedAlbum } from '../support/shared-album.ts'
import { setUpBrowser } from '../support/browser.ts'
import { longPress } from '../support/input/touch.ts'

const browser = setUpBrowser()
let shared: SharedAlbum
beforeAll(async () => {
  shared = await sharedAlbum(browser.daymark, { share: { download_sizes: ['original', '1080'] } })
})

async function visit(path = shared.path, options: Parameters<typeof browser.open>[2] = {}) {
  const opened = await browser.open(null, path, options)
  await expectVisible(heading(opened.page, 'Iceland'))
  return opened
}
const photo = (page: Page, name: string) => button(list(page, 'Photos'), name)
const bar = (page: Page) => toolbar(page, 'Selected photos')
const downloaded = async (page: Page, press: () => Promise<unknown>) => {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: file.suggestedFilename(), bytes: await downloadedBytes(file) }
}
const names = (zip: Buffer) => unzip(zip).map(({ name }) => name)
const edges = async (bytes: Buffer) => {
  const { width = 0, height = 0 } = await sharp(bytes).metadata()
  return { width, height }
}

describe('selecting in a gallery', () => {
  it('on a phone with a long press', async () => {
    const { page } = await visit(shared.path, { device: 'phone' })
    const first = photo(page, 'Open First light')
    await first.scrollIntoViewIfNeeded()
    const { x, y } = await boxOf(first)
    await longPress(page, { x: x + 60, y: y + 60 }, () => expectVisible(byText(bar(page), '1 selected')))
    await photo(page, 'Select Noon').tap()
    await expectVisible(byText(bar(page), '2 selected'))
    await button(bar(page), 'Download').tap()
    const zip = await downloaded(page, () => button(dialog(page, 'Download 2 photos'), 'Download').tap())
    expect(names(zip.bytes)).toEqual(['Dune 1.jpg', 'Dune 2.jpg'])
  })
})

describe('the size of a download', () => {
  it('S-PUB-03 is chosen for the album and for one photo', async () => {
    const { page } = await visit()
    await link(page, 'Download Album (ZIP)').click()
    const album = dialog(page, 'Download album')
    await album.getByRole('radio', { name: /Original/ }).check()
    const zip = await downloaded(page, () => button(album, 'Download').click())
    expect(names(zip.bytes)).toEqual([1, 2, 3, 4].map(n => `Dune ${n}.jpg`))
    await photo(page, 'Open Noon').click()
    await link(dialog(page, 'Photo viewer'), 'Download').click()
    const single = dialog(page, 'Download photo')
    await single.getByRole('radio', { name: /1080 px/ }).check()
    const taken = await downloaded(page, () => button(single, 'Download').click())
    expect(taken.name).toBe('Dune 2.jpg')
    expect(Math.max(...Object.values(await edges(taken.bytes)))).toBeLessThanOrEqual(1080)
    await expectHidden(single)
    await expectVisible(dialog(page, 'Photo viewer'))
  })
})
