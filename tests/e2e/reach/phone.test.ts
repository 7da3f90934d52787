import type { http } from '@daymark/contracts'
import type { Locator, Page } from 'playwright-core'
import type { SignedInUser } from '../../support/accounts.ts'
import { createAlbum } from '../../support/photos.ts'
import { createFiles, removeFolders, chooseFiles, uploadRows } from '../support/files.ts'
import {
  button,
  checkbox,
  dialog,
  expectHidden,
  group,
  heading,
  link,
  menuItem,
  navigation,
  region,
  expectVisible,
  byText,
} from '../support/find.ts'
import { tile } from '../support/grid.ts'
import { boxOf } from '../support/look.ts'
import { sampleJpeg, uploadSamples } from '../support/photos.ts'
import { setUpBrowser } from '../support/browser.ts'
import { longPress } from '../support/input/touch.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
afterAll(removeFolders)
let owner: SignedInUser
let photos: http.Image[]
beforeAll(async () => {
  owner = await browser.daymark.createUser()
  photos = await uploadSamples(browser.daymark, owner, 5)
})

const phone = (path: string, who: SignedInUser = owner) => browser.open(who, path, { device: 'phone' })
/** Inside the window, in its lower half. */
async function isInLowerHalf(thing: Locator) {
  const { x, y, width, height } = await boxOf(thing)
  expect(y).toBeGreaterThan(422)
  expect(y + height).toBeLessThanOrEqual(844)
  expect(x).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(390)
}
const fitsViewport = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

describe('the frame on a phone', () => {
  it('the bottom bar leads to the screens and is in the lower half', async () => {
    const { page } = await phone('/')
    const bar = navigation(page, 'Main')
    await isInLowerHalf(bar)
    await link(bar, 'Albums').tap()
    await expectVisible(heading(page, 'Albums'))
    await link(bar, 'Photos').tap()
    await expectVisible(heading(page, 'Photos'))
    expect(await button(page, 'Logout').count()).toBe(0)
    await fitsViewport(page)
  })

  it.each([768, 769])('L-NAV-05 the bottom bar belongs to widths up to 768, and the top bar fits: %i', async width => {
    const superAdmin = await browser.daymark.createUser({ role: 'super_admin' }) // the top bar with the most links
    const { page } = await browser.open(superAdmin, '/', { width })
    await expectVisible(heading(page, 'Photos'))
    await expectVisible(button(page, width === 768 ? 'More' : 'Logout'))
    expect(await button(page, 'More').count()).toBe(width === 768 ? 1 : 0)
    expect(await button(page, 'Logout').count()).toBe(width === 768 ? 0 : 1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
})

describe('photos on a phone', () => {
  it('L-NAV-09 L-PHOTO-15 the floating button offers Select and Upload', async () => {
    const who = await browser.daymark.createUser()
    const { page } = await phone('/', who)
    await isInLowerHalf(button(page, 'Photo actions'))
    await button(page, 'Photo actions').tap()
    await expectVisible(menuItem(page, 'Select'))
    await menuItem(page, 'Upload').tap()
    const uploader = dialog(page, 'Upload Photos')
    await expectVisible(uploader)
    const sheet = await boxOf(uploader)
    expect(sheet.width).toBeGreaterThan(380)
    expect(sheet.y + sheet.height).toBeGreaterThan(820)
    await chooseFiles(page, button(uploader, 'Choose From Library'), createFiles({ 'Beach.jpg': await sampleJpeg(2) }))
    await pollUntil(async () => expect(await uploadRows(uploader).count()).toBe(1))
    await button(uploader, 'Upload All').tap()
    await expectHidden(uploader)
    await expectVisible(tile(page, 'Beach.jpg'))
  })

  it('L-PHOTO-16 a long press starts a selection with that photo; taps continue it', async () => {
    const { page } = await phone('/')
    const { x, y } = await boxOf(tile(page, 'Dune 4.jpg'))
    await longPress(page, { x: x + 20, y: y + 20 }, () => expectVisible(button(page, 'Actions for 1 selected')))
    expect(await checkbox(page, 'Select Dune 4.jpg').isChecked()).toBe(true)
    await checkbox(page, 'Select Dune 2.jpg').tap()
    await expectVisible(button(page, 'Actions for 2 selected'))
    await checkbox(page, 'Select Dune 4.jpg').tap()
    await expectVisible(button(page, 'Actions for 1 selected'))
  })

  it('L-LB-02 L-LB-03 the tools of the lightbox are in the lower half, and its panels fit', async () => {
    const { page } = await phone('/')
    await tile(page, 'Dune 5.jpg').tap()
    const viewer = dialog(page, 'Photo viewer')
    await isInLowerHalf(group(viewer, 'Photo tools'))
    await button(viewer, 'Show Info').tap()
    await expectVisible(region(viewer, 'Info'))
    await fitsViewport(page)
    await button(viewer, 'Hide Info').tap()
    await button(viewer, 'Show EXIF').tap()
    const panel = await boxOf(region(viewer, 'EXIF'))
    expect(panel.x).toBeGreaterThanOrEqual(0)
    expect(panel.x + panel.width).toBeLessThanOrEqual(390)
  })
})

describe('an album on a phone', () => {
  it('S-PANEL-08 L-AD-18 collapses Share Links and Upload & Add Photos, so that the photos come first', async () => {
    const album = await createAlbum(owner, 'Folded', photos)
    const { page } = await phone(`/albums/${album.id}`)
    await expectVisible(tile(page, 'Dune 1.jpg'))
    for (const name of ['New Link', 'Upload to Album']) expect(await button(page, name).isVisible()).toBe(false)
    expect((await boxOf(tile(page, 'Dune 1.jpg'))).y).toBeLessThan(844)
    await fitsViewport(page)
    await byText(page, 'Share Links').tap()
    await expectVisible(button(page, 'New Link'))
    await byText(page, 'Upload & Add Photos').tap()
    await expectVisible(button(page, 'Upload to Album'))
  })

  it('L-AD-03 L-AD-04 L-AD-07 L-AD-14 the other actions are in one menu', async () => {
    const album = await createAlbum(owner, 'Behind one button', photos)
    const { page } = await phone(`/albums/${album.id}`)
    await button(page, 'More actions').tap()
    // the touch handler runs before the browser sends a click
    await pollUntil(async () =>
      expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
        'Edit Info',
        'Gallery Cover',
        'Add Section',
        'Batch Rename',
        'Replace Files',
        'Order by Capture Time',
        'Reverse Order',
        'Delete Album',
      ]),
    )
    await menuItem(page, 'Reverse Order').tap()
    const order = async () =>
      (await owner.get<http.AlbumDetail>(`/api/albums/${album.id}`)).body.images.map(({ id }) => id)
    await pollUntil(async () => expect(await order()).toEqual(photos.map(({ id }) => id).reverse()))
    await button(page, 'More actions').tap()
    await menuItem(page, 'Batch Rename').tap()
    await expectVisible(dialog(page, 'Batch Rename'))
    await fitsViewport(page)
  })
})
