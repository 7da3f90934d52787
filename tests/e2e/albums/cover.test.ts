import type { http } from '@daymark/contracts'
import type { Page } from 'playwright-core'
import { rareAction } from '../support/album.ts'
import { allRules, overflow } from '../support/axe.ts'
import { button, dialog, gone, shown } from '../support/find.ts'
import { boxOf, isPainted } from '../support/look.ts'
import { sharedAlbum, type SharedAlbum } from '../support/shared-album.ts'
import { type Look, setStage } from '../support/stage.ts'
import { until } from '../support/until.ts'

const stage = setStage()
let shared: SharedAlbum
beforeAll(async () => {
  shared = await sharedAlbum(stage.daymark, { count: 6 })
  // drawings are too small to become a cover by themselves
  await shared.owner.patch(`/api/albums/${shared.album.id}`, { cover_image_id: shared.photos[0]?.id })
}, 60_000)

const looks: Look[] = [
  { device: 'desktop', scheme: 'light' },
  { device: 'phone', scheme: 'dark' },
]
const ring = (page: Page) => button(dialog(page, 'Gallery Cover'), /^Focal point/)
const cover = (page: Page) => page.locator('header img')
const album = async () => (await shared.owner.get<http.Album>(`/api/albums/${shared.album.id}`)).body

async function openDialog(look?: Look) {
  const opened = await stage.open(shared.owner, `/albums/${shared.album.id}`, look)
  await rareAction(opened.page, 'Gallery Cover')
  await shown(ring(opened.page))
  await until(async () =>
    expect(await isPainted(dialog(opened.page, 'Gallery Cover').locator('img').first())).toBe(true),
  )
  return opened
}

describe('the cover of a gallery', () => {
  it('S-PUB-02 layout and focal point are chosen, by dragging and with arrow keys, and the gallery shows them', async () => {
    const { page } = await openDialog()
    const at = dialog(page, 'Gallery Cover')
    await at.getByRole('radio', { name: /^Split/ }).check({ force: true })
    await at.getByRole('radio', { name: 'Noon' }).check({ force: true })
    await ring(page).scrollIntoViewIfNeeded()
    const [from, whole] = [await boxOf(ring(page)), await boxOf(ring(page).locator('..'))]
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(whole.x + whole.width * 0.25, whole.y + whole.height * 0.75, { steps: 3 })
    await page.mouse.up()
    await shown(button(at, 'Focal point: 25 % from the left, 75 % from the top'))
    await ring(page).focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('ArrowDown')
    await button(at, 'Save Cover').click()
    await gone(at)
    const { header_layout, cover_image_id, cover_x = 0, cover_y = 0 } = await album()
    expect([header_layout, Math.round(cover_x), Math.round(cover_y)]).toEqual(['split', 15, 76])
    await stage.daymark.settle()
    const gallery = (await stage.open(null, shared.path)).page
    await until(async () => expect(await isPainted(cover(gallery))).toBe(true))
    const place = await cover(gallery).evaluate(image => getComputedStyle(image).objectPosition)
    expect(place.split(' ').map(share => Math.round(parseFloat(share)))).toEqual([15, 76])
    const chosen = shared.photos.find(({ id }) => id === cover_image_id)
    expect(await cover(gallery).getAttribute('srcset')).toContain(chosen?.filename.replace(/\.[^.]*$/, ''))
  })

  it.each(looks)('S-PUB-01 the dialog is accessible on $device in $scheme', async look => {
    const { page } = await openDialog(look)
    expect(await allRules(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })
})
