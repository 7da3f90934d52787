import type { http } from '@daymark/contracts'
import type { Locator, Page } from 'playwright-core'
import { createLink } from '../../support/shared-gallery.ts'
import { chooseMoreAction } from '../support/input/forms.ts'
import { axeViolations, contrastViolations, horizontalOverflow } from '../support/reach/axe.ts'
import { button, dialog, expectHidden, list, expectVisible } from '../support/find.ts'
import { boxOf, isPainted, layoutShift } from '../support/look.ts'
import { sharedAlbum, type SharedAlbum } from '../support/shared-album.ts'
import { type OpenOptions, setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
let shared: SharedAlbum
beforeAll(async () => {
  shared = await sharedAlbum(browser.daymark, { count: 6 })
  // drawings are too small to be chosen automatically
  await shared.owner.patch(`/api/albums/${shared.album.id}`, { cover_image_id: shared.photos[0]?.id })
})

const looks: OpenOptions[] = [
  { device: 'desktop', scheme: 'light' },
  { device: 'phone', scheme: 'dark' },
]
const ring = (page: Page) => button(dialog(page, 'Gallery Cover'), /^Focal point/)
const cover = (page: Page) => page.locator('header img')
const focalPoint = async (page: Page) =>
  (await cover(page).evaluate(image => getComputedStyle(image).objectPosition))
    .split(' ')
    .map(parseFloat)
    .map(Math.round)
const album = async () => (await shared.owner.get<http.Album>(`/api/albums/${shared.album.id}`)).body
const photos = (page: Page) => list(page, 'Photos').getByRole('listitem')

const places = {
  hero: { desktop: 'on it', phone: 'on it' },
  split: { desktop: 'next to it', phone: 'below it' },
  framed: { desktop: 'below it', phone: 'below it' },
  text: { desktop: 'alone', phone: 'alone' },
}
/** The values of these attributes; null where an element has none. */
const sources = (thing: Locator, names: string[]) =>
  thing.evaluateAll((all, read) => all.map(one => read.map(name => one.getAttribute(name))), names)

/** The position of the text relative to the cover, once that is painted. */
async function placeOfWords(page: Page): Promise<string> {
  const words = await boxOf(page.getByRole('heading', { level: 1 }))
  if ((await cover(page).count()) === 0) return 'alone'
  await pollUntil(async () => expect(await isPainted(cover(page))).toBe(true))
  const picture = await boxOf(cover(page))
  if (words.y >= picture.y + picture.height) return 'below it'
  if (words.x + words.width <= picture.x) return 'next to it'
  return words.y > picture.y && words.y + words.height < picture.y + picture.height ? 'on it' : 'elsewhere'
}

async function openDialog(options?: OpenOptions) {
  const opened = await browser.open(shared.owner, `/albums/${shared.album.id}`, options)
  await chooseMoreAction(opened.page, 'Gallery Cover')
  await expectVisible(ring(opened.page))
  await pollUntil(async () =>
    expect(await isPainted(dialog(opened.page, 'Gallery Cover').locator('img').first())).toBe(true),
  )
  return opened
}

describe('the cover of a gallery', () => {
  it('S-PUB-02 layout and focal point are chosen by dragging and with arrow keys, and the gallery uses them', async () => {
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
    await expectVisible(button(at, 'Focal point: 25 % from the left, 75 % from the top'))
    await ring(page).focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('ArrowDown')
    await button(at, 'Save Cover').click()
    await expectHidden(at)
    const { header_layout, cover_image_id, cover_x = 0, cover_y = 0 } = await album()
    expect([header_layout, Math.round(cover_x), Math.round(cover_y)]).toEqual(['split', 15, 76])
    await browser.daymark.settle()
    const gallery = (await browser.open(null, shared.path)).page
    await pollUntil(async () => expect(await isPainted(cover(gallery))).toBe(true))
    expect(await focalPoint(gallery)).toEqual([15, 76])
    const chosen = shared.photos.find(({ id }) => id === cover_image_id)
    expect(await cover(gallery).getAttribute('srcset')).toContain(chosen?.filename.replace(/\.[^.]*$/, ''))
  })

  it.each(looks)(
    'S-PUB-02 each layout has its shape, is accessible and causes no layout shift, on $device in $scheme',
    async options => {
      const { token } = await createLink(shared.owner, { album_id: shared.album.id })
      for (const layout of ['hero', 'split', 'framed', 'text'] as const) {
        await shared.owner.patch(`/api/albums/${shared.album.id}`, { header_layout: layout, cover_x: 20, cover_y: 70 })
        await browser.daymark.settle()
        const { page } = await browser.open(null, `/share/${token}`, options)
        await expectVisible(page.getByRole('heading', { level: 1 }))
        expect([layout, await placeOfWords(page)]).toEqual([layout, places[layout][options.device ?? 'desktop']])
        expect(layout === 'text' || (await focalPoint(page))).toEqual(layout === 'text' || [20, 70])
        await pollUntil(async () => expect(await isPainted(photos(page).first())).toBe(true))
        expect([layout, await layoutShift(page)]).toEqual([layout, 0])
        const preloads = page.locator('link[rel=preload][as=image]')
        const onPhone = await sources(page.locator('header source'), ['srcset', 'none', 'none'])
        const elsewhere = await sources(cover(page), ['none', 'srcset', 'sizes'])
        expect(await sources(preloads, ['href', 'imagesrcset', 'imagesizes'])).toEqual([...onPhone, ...elsewhere])
        expect(await axeViolations(page)).toEqual([])
        await page.emulateMedia({ colorScheme: options.scheme === 'light' ? 'dark' : 'light' })
        expect(await contrastViolations(page)).toEqual([])
        expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
      }
    },
  )
})
