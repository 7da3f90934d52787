import type { http } from '@daymark/contracts'
import type { Locator, Page } from 'playwright-core'
import type { SignedInUser } from '../../support/accounts.ts'
import { createAlbum } from '../../support/photos.ts'
import { createLink } from '../../support/shared-gallery.ts'
import { button, dialog, expectHidden, list, region, expectVisible, byText } from '../support/find.ts'
import { tile } from '../support/grid.ts'
import { boxOf } from '../support/look.ts'
import { recordRequests } from '../support/network.ts'
import { sampleJpeg } from '../support/photos.ts'
import { setUpBrowser } from '../support/browser.ts'
import { doubleTap, pinch, swipe } from '../support/input/touch.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
let owner: SignedInUser
let photos: http.Image[]
beforeAll(async () => {
  owner = await browser.daymark.createUser()
  // Larger than the large variant of 2560 px, so that the original has more detail.
  const upload = async (n: number) => {
    const file = { name: `Cliff ${n}.jpg`, bytes: await sampleJpeg(n, 4000, 2666), type: 'image/jpeg' }
    return (await owner.upload<http.Image>('/api/images', file)).body
  }
  photos = [await upload(1), await upload(2)]
  await browser.daymark.settle()
})

async function openPhoto(page: Page): Promise<Locator> {
  await tile(page, 'Cliff 2.jpg').click()
  const viewer = dialog(page, 'Photo viewer')
  await expectVisible(viewer.getByRole('img', { name: 'Cliff 2.jpg' }))
  return viewer
}
const percent = async (viewer: Locator) => Number.parseInt(await button(viewer, /^\d+%, /).innerText(), 10)
const isAtPercent = (viewer: Locator, wanted: number) =>
  pollUntil(async () => expect(await percent(viewer)).toBe(wanted))
const photo = (viewer: Locator) => viewer.getByRole('img', { name: 'Cliff 2.jpg' })
const fullSize = (viewer: Locator) => viewer.locator('img[data-full=loaded]')

describe('with mouse and keyboard', () => {
  it('Z and a double click show the photo at 100 % from the original file; Escape first leaves the zoom', async () => {
    const { page } = await browser.open(owner, '/')
    const asked = recordRequests(page, /GET \/media\/full\//)
    const viewer = await openPhoto(page)
    const whole = await percent(viewer)
    expect(whole).toBeLessThan(35)
    expect(asked).toEqual([])
    await page.keyboard.press('z')
    await isAtPercent(viewer, 100)
    expect((await boxOf(photo(viewer))).width).toBeCloseTo(4000, 0)
    await expectVisible(fullSize(viewer))
    expect(await fullSize(viewer).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(4000)
    expect(asked).toHaveLength(1)
    await page.keyboard.press('Escape')
    await isAtPercent(viewer, whole)
    await photo(viewer).dblclick()
    await isAtPercent(viewer, 100)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expectHidden(viewer)
  })

  it('Ctrl with the wheel zooms at the pointer; dragging and arrow keys move the photo up to its edges', async () => {
    const { page } = await browser.open(owner, '/')
    const viewer = await openPhoto(page)
    const before = await boxOf(photo(viewer))
    const at = { x: before.x + before.width / 4, y: before.y + before.height / 4 }
    await page.mouse.move(at.x, at.y)
    await page.keyboard.down('Control')
    for (let n = 0; n < 4; n++) await page.mouse.wheel(0, -40)
    await page.keyboard.up('Control')
    // only after the last wheel event
    await pollUntil(async () => expect((await boxOf(photo(viewer))).width).toBeGreaterThan(before.width * 4))
    const after = await boxOf(photo(viewer))
    expect((at.x - after.x) / after.width).toBeCloseTo(0.25, 1)
    expect((at.y - after.y) / after.height).toBeCloseTo(0.25, 1)

    await page.mouse.down()
    await page.mouse.move(at.x - 60, at.y - 40, { steps: 4 })
    await page.mouse.up()
    await pollUntil(async () => {
      const dragged = await boxOf(photo(viewer))
      expect(dragged.x).toBeCloseTo(after.x - 60, 0)
      expect(dragged.y).toBeCloseTo(after.y - 40, 0)
    })
    await page.keyboard.press('ArrowRight')
    await pollUntil(async () => expect((await boxOf(photo(viewer))).x).toBeCloseTo(after.x - 60 - 80, 0))
    for (let n = 0; n < 40; n++) await page.keyboard.press('ArrowLeft')
    // the left edge of the photo is at the left edge of the viewer
    await pollUntil(async () => expect((await boxOf(photo(viewer))).x).toBeCloseTo(16, 0))
    await expectVisible(byText(viewer, /^1 of 2/))
  })

  it('L-LB-07 plus and minus change the zoom in steps; the arrow keys open the next photo when the whole photo is visible', async () => {
    const { page } = await browser.open(owner, '/')
    const viewer = await openPhoto(page)
    const whole = await percent(viewer)
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await isAtPercent(viewer, 50)
    await page.keyboard.press('-')
    await isAtPercent(viewer, 33)
    await button(viewer, 'Zoom in').click()
    await isAtPercent(viewer, 50)
    await page.keyboard.press('z')
    await isAtPercent(viewer, whole)
    expect(await button(viewer, 'Zoom out').isDisabled()).toBe(true)
    await page.keyboard.press('z')
    await button(viewer, 'Next photo').click()
    await expectVisible(byText(viewer, /^2 of 2/))
    await isAtPercent(viewer, whole)
    await page.keyboard.press('ArrowRight')
    await expectVisible(byText(viewer, /^1 of 2/))
  })

  it('L-LB-02 L-LB-03 L-GRID-03 ? shows the keys; F likes, I and E show info and EXIF', async () => {
    const { page } = await browser.open(owner, '/')
    const viewer = await openPhoto(page)
    await page.keyboard.press('?')
    const help = dialog(page, 'Keyboard shortcuts')
    await expectVisible(byText(help, 'Actual size, or fit to screen'))
    // the dialog on top handles the keys
    await page.keyboard.press('i')
    expect(await region(viewer, 'Info').count()).toBe(0)
    await page.keyboard.press('Escape')
    await expectHidden(help)
    await page.keyboard.press('Escape')
    await expectHidden(viewer)
    await openPhoto(page)
    await page.keyboard.press('i')
    await expectVisible(region(viewer, 'Info'))
    await page.keyboard.press('e')
    await expectVisible(region(viewer, 'EXIF'))
    await page.keyboard.press('f')
    await expectVisible(button(viewer, 'Unlike'))
    await page.keyboard.press('Escape')
    await expectHidden(viewer)
  })
})

describe('with fingers', () => {
  it('L-VAL-15 a double tap and a pinch zoom, one finger moves the photo, and a swipe opens the next when the whole photo is visible', async () => {
    const { page } = await browser.open(owner, '/', { device: 'phone' })
    const viewer = await openPhoto(page)
    const whole = await boxOf(photo(viewer))
    expect(await button(viewer, 'Zoom in').count()).toBe(0)
    await doubleTap(page, { x: 195, y: 400 })
    await isAtPercent(viewer, 100)
    await expectVisible(fullSize(viewer))
    const zoomed = await boxOf(photo(viewer))
    await swipe(page, { x: 300, y: 400 }, { x: 180, y: 400 })
    await pollUntil(async () => expect((await boxOf(photo(viewer))).x).toBeCloseTo(zoomed.x - 120, 0))
    await expectVisible(byText(viewer, /^1 of 2/))
    await doubleTap(page, { x: 195, y: 400 })
    await pollUntil(async () => expect((await boxOf(photo(viewer))).width).toBeCloseTo(whole.width, 0))

    const apart = (by: number): [{ x: number; y: number }, { x: number; y: number }] => [
      { x: 195 - by, y: 400 },
      { x: 195 + by, y: 400 },
    ]
    await pinch(page, apart(30), apart(90))
    await pollUntil(async () => expect((await boxOf(photo(viewer))).width).toBeCloseTo(whole.width * 3, -1))
    await pinch(page, apart(120), apart(20))
    await pollUntil(async () => expect((await boxOf(photo(viewer))).width).toBeCloseTo(whole.width, 0))
    await expectVisible(byText(viewer, /^1 of 2/))
    await swipe(page, { x: 300, y: 400 }, { x: 100, y: 410 })
    await expectVisible(byText(viewer, /^2 of 2/))
  })
})

it('L-LB-04 a contact sheet of few photos fills the window', async () => {
  const { page } = await browser.open(owner, '/')
  const viewer = await openPhoto(page)
  await button(viewer, 'Contact Sheet').click()
  const sheet = list(viewer, 'Contact sheet')
  await pollUntil(async () => expect((await boxOf(sheet)).width).toBeGreaterThan(1200))
  const { y, height } = await boxOf(sheet)
  expect(height).toBeGreaterThan(380)
  expect(y + height).toBeLessThanOrEqual(800)
})

describe('for a visitor', () => {
  it.each([true, false])(
    'S-PUB-03 the original is loaded for the zoom only where downloads are allowed: %s',
    async mayDownload => {
      const album = await createAlbum(owner, 'Cliffs', photos)
      const { token } = await createLink(owner, { album_id: album.id, allow_downloads: mayDownload })
      await browser.daymark.settle()
      const { page } = await browser.open(null, `/share/${token}`)
      const asked = recordRequests(page, /download=1|\/media\/(full|originals)\//)
      await button(page, 'Open Photo 2').click()
      const viewer = dialog(page, 'Photo viewer')
      await expectVisible(button(viewer, 'Zoom in'))
      await page.keyboard.press('z')
      await isAtPercent(viewer, 100)
      if (mayDownload) await expectVisible(fullSize(viewer))
      await page.keyboard.press('Escape')
      await expectVisible(viewer)
      await page.waitForLoadState('networkidle')
      expect(asked).toHaveLength(mayDownload ? 1 : 0)
    },
  )
})
