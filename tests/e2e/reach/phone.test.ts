import type { http } from '@daymark/contracts'
import type { Locator, Page } from 'playwright-core'
import type { Member } from '../../support/people.ts'
import { albumOf } from '../../support/photos.ts'
import { filesOf, removeFolders } from '../support/files.ts'
import {
  button,
  checkbox,
  dialog,
  gone,
  group,
  heading,
  link,
  menuItem,
  navigation,
  region,
  shown,
  words,
} from '../support/find.ts'
import { tile } from '../support/grid.ts'
import { boxOf } from '../support/look.ts'
import { drawing, uploadDrawings } from '../support/photos.ts'
import { says } from '../support/input/says.ts'
import { setStage } from '../support/stage.ts'
import { rest } from '../support/input/touch.ts'
import { pollUntil } from '@daymark/testing/outside'
import { choose, rows } from '../support/uploader.ts'

const stage = setStage()
afterAll(removeFolders)
let owner: Member
let photos: http.Image[]
beforeAll(async () => {
  owner = await stage.daymark.user()
  photos = await uploadDrawings(stage.daymark, owner, 5)
})

const phone = (path: string, who: Member = owner) => stage.open(who, path, { device: 'phone' })
/** Where a thumb reaches it: inside the window, in its lower half. */
async function isUnderTheThumb(thing: Locator) {
  const { x, y, width, height } = await boxOf(thing)
  expect(y).toBeGreaterThan(422)
  expect(y + height).toBeLessThanOrEqual(844)
  expect(x).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(390)
}
const fits = async (page: Page) => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

describe('the frame on a phone', () => {
  it('the bottom bar leads to the screens, within reach of the thumb', async () => {
    const { page } = await phone('/')
    const bar = navigation(page, 'Main')
    await isUnderTheThumb(bar)
    await link(bar, 'Albums').tap()
    await shown(heading(page, 'Albums'))
    await link(bar, 'Photos').tap()
    await shown(heading(page, 'Photos'))
    expect(await button(page, 'Logout').count()).toBe(0)
    await fits(page)
  })

  it.each([768, 769])('L-NAV-05 the bottom bar belongs to widths of 768 or less: %i', async width => {
    const { page } = await stage.open(owner, '/', { width })
    await shown(heading(page, 'Photos'))
    await shown(button(page, width === 768 ? 'More' : 'Logout'))
    expect(await button(page, 'More').count()).toBe(width === 768 ? 1 : 0)
    expect(await button(page, 'Logout').count()).toBe(width === 768 ? 0 : 1)
  })
})

describe('photos on a phone', () => {
  it('L-NAV-09 L-PHOTO-15 the floating button offers Select and Upload', async () => {
    const who = await stage.daymark.user()
    const { page } = await phone('/', who)
    await isUnderTheThumb(button(page, 'Photo actions'))
    await button(page, 'Photo actions').tap()
    await shown(menuItem(page, 'Select'))
    await menuItem(page, 'Upload').tap()
    const uploader = dialog(page, 'Upload Photos')
    await shown(uploader)
    const sheet = await boxOf(uploader)
    expect(sheet.width).toBeGreaterThan(380)
    expect(sheet.y + sheet.height).toBeGreaterThan(820)
    await choose(page, button(uploader, 'Choose From Library'), filesOf({ 'Beach.jpg': await drawing(2) }))
    await pollUntil(async () => expect(await rows(uploader).count()).toBe(1))
    await button(uploader, 'Upload All').tap()
    await gone(uploader)
    await shown(tile(page, 'Beach.jpg'))
  })

  it('L-PHOTO-16 L-GRID-07 while selecting it shows how many, and Tag, Add to Album and Delete', async () => {
    const { page } = await phone('/')
    await button(page, 'Photo actions').tap()
    await menuItem(page, 'Select').tap()
    await button(page, 'Actions for 0 selected').tap()
    for (const name of ['Tag', 'Add to Album', 'Delete']) expect(await menuItem(page, name).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await checkbox(page, 'Select Dune 5.jpg').tap()
    await checkbox(page, 'Select Dune 4.jpg').tap()
    await button(page, 'Actions for 2 selected').tap()
    const [question] = await Promise.all([says(page, 'dismiss'), menuItem(page, 'Delete').tap()])
    expect(question).toBe('Delete 2 photos? This cannot be undone.')
    await button(page, 'Actions for 2 selected').tap()
    await menuItem(page, 'Add to Album').tap()
    await shown(dialog(page, 'Add to Album'))
    await button(dialog(page, 'Add to Album'), 'Close').tap()
    await button(page, 'Cancel').tap()
    await shown(button(page, 'Photo actions'))
  })

  it('L-PHOTO-16 a long press begins to select with that photo; taps go on', async () => {
    const { page } = await phone('/')
    const { x, y } = await boxOf(tile(page, 'Dune 4.jpg'))
    await rest(page, { x: x + 20, y: y + 20 }, () => shown(button(page, 'Actions for 1 selected')))
    expect(await checkbox(page, 'Select Dune 4.jpg').isChecked()).toBe(true)
    await checkbox(page, 'Select Dune 2.jpg').tap()
    await shown(button(page, 'Actions for 2 selected'))
    await checkbox(page, 'Select Dune 4.jpg').tap()
    await shown(button(page, 'Actions for 1 selected'))
  })

  it('L-LB-02 L-LB-03 the tools of the lightbox are within reach, and its panels fit', async () => {
    const { page } = await phone('/')
    await tile(page, 'Dune 5.jpg').tap()
    const viewer = dialog(page, 'Photo viewer')
    await isUnderTheThumb(group(viewer, 'Photo tools'))
    await button(viewer, 'Show Info').tap()
    await shown(region(viewer, 'Info'))
    await fits(page)
    await button(viewer, 'Hide Info').tap()
    await button(viewer, 'Show EXIF').tap()
    const panel = await boxOf(region(viewer, 'EXIF'))
    expect(panel.x).toBeGreaterThanOrEqual(0)
    expect(panel.x + panel.width).toBeLessThanOrEqual(390)
  })
})

describe('an album on a phone', () => {
  it('S-PANEL-08 L-AD-18 folds Share Links and Upload & Add Photos, the photos come first', async () => {
    const album = await albumOf(owner, 'Folded', photos)
    const { page } = await phone(`/albums/${album.id}`)
    await shown(tile(page, 'Dune 1.jpg'))
    for (const name of ['New Link', 'Upload to Album']) expect(await button(page, name).isVisible()).toBe(false)
    expect((await boxOf(tile(page, 'Dune 1.jpg'))).y).toBeLessThan(844)
    await fits(page)
    await words(page, 'Share Links').tap()
    await shown(button(page, 'New Link'))
    await words(page, 'Upload & Add Photos').tap()
    await shown(button(page, 'Upload to Album'))
  })

  it('L-AD-03 L-AD-04 L-AD-07 L-AD-14 the rarer actions wait behind one button', async () => {
    const album = await albumOf(owner, 'Behind one button', photos)
    const { page } = await phone(`/albums/${album.id}`)
    await button(page, 'More actions').tap()
    // a tap is told before the browser has made a press of it
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
    await shown(dialog(page, 'Batch Rename'))
    await fits(page)
  })
})
