import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { unzip } from '../../support/shared-gallery.ts'
import { bytesOf } from '../support/files.ts'
import { button, dialog, gone, heading, link, list, shown, toolbar, words } from '../support/find.ts'
import { boxOf } from '../support/look.ts'
import { sharedAlbum, type SharedAlbum } from '../support/shared-album.ts'
import { setStage } from '../support/stage.ts'
import { rest } from '../support/input/touch.ts'

const stage = setStage()
let shared: SharedAlbum
beforeAll(async () => {
  shared = await sharedAlbum(stage.daymark, { share: { download_sizes: ['original', '1080'] } })
})

async function visit(path = shared.path, look: Parameters<typeof stage.open>[2] = {}) {
  const opened = await stage.open(null, path, look)
  await shown(heading(opened.page, 'Iceland'))
  return opened
}
const photo = (page: Page, name: string) => button(list(page, 'Photos'), name)
const bar = (page: Page) => toolbar(page, 'Selected photos')
const downloaded = async (page: Page, press: () => Promise<unknown>) => {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: file.suggestedFilename(), bytes: await bytesOf(file) }
}
const names = (zip: Buffer) => unzip(zip).map(({ name }) => name)
const widths = (zip: Buffer) =>
  Promise.all(unzip(zip).map(async ({ bytes }) => Math.max(...Object.values(await edges(bytes)))))
const edges = async (bytes: Buffer) => {
  const { width = 0, height = 0 } = await sharp(bytes).metadata()
  return { width, height }
}

describe('selecting in a gallery', () => {
  it('S-SHARE-14 with click and Shift, in the size that is chosen, as one ZIP', async () => {
    const { page } = await visit()
    await button(page, 'Select').click()
    await photo(page, 'Select First light').click()
    await photo(page, 'Select Photo 3').click({ modifiers: ['Shift'] })
    await shown(words(bar(page), '3 selected'))
    await photo(page, 'Select Noon').click()
    await button(bar(page), 'Download').click()
    const choice = dialog(page, 'Download 2 photos')
    await choice.getByRole('radio', { name: /1080 px/ }).check()
    const zip = await downloaded(page, () => button(choice, 'Download').click())
    expect(zip.name).toBe('Iceland.zip')
    expect(names(zip.bytes)).toEqual(['Dune 1.jpg', 'Dune 3.jpg'])
    expect(Math.max(...(await widths(zip.bytes)))).toBeLessThanOrEqual(1080)
    await gone(choice)
  })

  it('by keyboard alone: Space selects, Ctrl with A takes all, Escape leaves', async () => {
    const { page } = await visit()
    await button(page, 'Select').focus()
    await page.keyboard.press('Enter')
    await photo(page, 'Select Noon').focus()
    await page.keyboard.press('Space')
    await shown(words(bar(page), '1 selected'))
    expect(await photo(page, 'Select Noon').getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Control+a')
    await shown(words(bar(page), '4 selected'))
    await page.keyboard.press('Escape')
    await gone(bar(page))
    await shown(photo(page, 'Open Noon'))
  })

  it('on a phone with a long press', async () => {
    const { page } = await visit(shared.path, { device: 'phone' })
    const first = photo(page, 'Open First light')
    await first.scrollIntoViewIfNeeded()
    const { x, y } = await boxOf(first)
    await rest(page, { x: x + 60, y: y + 60 }, () => shown(words(bar(page), '1 selected')))
    await photo(page, 'Select Noon').tap()
    await shown(words(bar(page), '2 selected'))
    await button(bar(page), 'Download').tap()
    const zip = await downloaded(page, () => button(dialog(page, 'Download 2 photos'), 'Download').tap())
    expect(names(zip.bytes)).toEqual(['Dune 1.jpg', 'Dune 2.jpg'])
  })
})

describe('the size of a download', () => {
  it.each(['desktop', 'phone'] as const)('S-PUB-03 is chosen for the album and for one photo on a %s', async device => {
    const { page } = await visit(shared.path, { device })
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
    await gone(single)
    await shown(dialog(page, 'Photo viewer'))
  })

  it('what is left of a limit is said, and more than that is refused with a reason', async () => {
    const { path } = await sharedAlbum(stage.daymark, { count: 2, share: { visitor_download_limit: 1 } })
    const { page, guard } = await visit(path)
    guard.expect(/status of 403/)
    guard.expect(/The download failed/)
    await link(page, 'Download Album (ZIP)').click()
    const album = dialog(page, 'Download album')
    await shown(words(album, 'You can still download 1 photo.'))
    await button(album, 'Download').click()
    await shown(words(album, 'You may download 1 photo of this gallery. You have 1 left.'))
  })
})
