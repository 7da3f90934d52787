import type { http } from '@daymark/contracts'
import type { Page } from 'playwright-core'
import type { Member } from '../../support/people.ts'
import { albumOf } from '../../support/photos.ts'
import { newLink } from '../../support/shared-gallery.ts'
import { rareAction } from '../support/input/album.ts'
import { dragFiles } from '../support/input/drop.ts'
import { filesOf, removeFolders } from '../support/files.ts'
import {
  button,
  checkbox,
  dialog,
  field,
  gone,
  heading,
  link,
  list,
  menuItem,
  shown,
  toolbar,
  words,
} from '../support/find.ts'
import { select, tile, tileNames } from '../support/grid.ts'
import { openListening } from '../support/listening.ts'
import { boxOf } from '../support/look.ts'
import { fail } from '../support/network.ts'
import { drawing, uploadDrawings } from '../support/photos.ts'
import { says } from '../support/input/says.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'
import { rows } from '../support/uploader.ts'

const stage = setStage()
afterAll(removeFolders)
let owner: Member
let photos: http.Image[]
beforeAll(async () => {
  owner = await stage.daymark.user()
  photos = await uploadDrawings(stage.daymark, owner, 4)
})

async function openAlbum(title: string, images: http.Image[] = photos) {
  const album = await albumOf(owner, title, images)
  const opened = await stage.open(owner, `/albums/${album.id}`)
  await shown(heading(opened.page, title))
  return { ...opened, album, path: `/api/albums/${album.id}` }
}
const albumNow = async (path: string) => (await owner.get<http.AlbumDetail>(path)).body
const inGrid = (page: Page) => tileNames(page, /^Photos in this album/)

describe('the album page', () => {
  it('L-AD-01 L-AD-02 L-MKT-03 shows title, description, count and that it is private, and leads back', async () => {
    const { id } = await albumOf(owner, 'Headland', photos)
    const { page } = await openListening(stage, owner, `/albums/${id}`)
    await shown(heading(page, 'Headland'))
    await owner.send('PATCH', `/api/albums/${id}`, { description: 'A walk in May' })
    await shown(words(page, 'A walk in May'))
    await shown(words(page, /^4 photos/))
    await shown(words(page, 'Private'))
    await page.getByRole('main').getByRole('link', { name: 'Albums' }).click()
    await page.waitForURL('**/albums')
  })

  it('its photos come first, however many links it has', async () => {
    const album = await albumOf(owner, 'Many links', photos)
    for (let n = 0; n < 5; n++) await newLink(owner, { album_id: album.id })
    const { page } = await stage.open(owner, `/albums/${album.id}`)
    await shown(words(page, '5 active'))
    expect((await boxOf(tile(page, 'Dune 1.jpg'))).y).toBeLessThan(400)
  })

  it('L-AD-03 Edit Info changes title and description, Cancel changes nothing', async () => {
    const { page, path } = await openAlbum('Headland')
    await button(page, 'Edit Info').click()
    const form = page.getByRole('form', { name: 'Edit Info' })
    await field(form, 'Title').fill('Nobody reads this')
    await button(form, 'Cancel').click()
    await shown(heading(page, 'Headland'))
    await button(page, 'Edit Info').click()
    expect(await field(form, 'Title').inputValue()).toBe('Headland')
    await field(form, 'Title').fill('')
    expect(await button(form, 'Save Changes').isDisabled()).toBe(true)
    await field(form, 'Title').fill('The Head')
    await field(form, 'Description').fill('With wind')
    await button(form, 'Save Changes').click()
    await shown(heading(page, 'The Head'))
    await shown(words(page, 'With wind'))
    expect(await albumNow(path)).toMatchObject({ title: 'The Head', description: 'With wind' })
  })

  it('L-AD-07 Delete Album asks what becomes of the photos, and then shows the albums', async () => {
    const { page, path } = await openAlbum('Short lived')
    await rareAction(page, 'Delete Album')
    const question = dialog(page, /Delete “Short lived”/)
    await button(question, 'Cancel').click()
    await gone(question)
    await rareAction(page, 'Delete Album')
    expect(await checkbox(question, /Also delete its photos/).isChecked()).toBe(false)
    await button(question, 'Delete Album').click()
    await page.waitForURL('**/albums')
    await shown(heading(page, 'Albums'))
    expect(await link(page, /^Short lived/).count()).toBe(0)
    expect((await owner.get(path)).status).toBe(404)
    expect((await owner.get<http.ImageList>('/api/images')).body.total).toBe(4)
  })

  it('L-AD-07 deletes the photos too when that is chosen', async () => {
    const member = await stage.daymark.user()
    const two = await uploadDrawings(stage.daymark, member, 2)
    const album = await albumOf(member, 'All of it', two.slice(0, 1))
    const { page } = await stage.open(member, `/albums/${album.id}`)
    await rareAction(page, 'Delete Album')
    await checkbox(page, 'Also delete its photos (1). This cannot be undone.').check()
    await button(page, 'Delete Album and Photos').click()
    await page.waitForURL('**/albums')
    await pollUntil(async () => expect((await member.get<http.ImageList>('/api/images')).body.total).toBe(1))
  })

  it('L-AD-09 L-AD-10 Add Existing Photos offers what is not in the album yet', async () => {
    const { page, path } = await openAlbum('Growing', photos.slice(0, 2))
    await button(page, 'Add Existing Photos').click()
    const picker = dialog(page, 'Add Existing Photos')
    const offered = list(picker, 'Photos to add').getByRole('checkbox')
    await pollUntil(async () => expect(await offered.count()).toBe(2))
    expect(await button(picker, 'Add Selected').isDisabled()).toBe(true)
    await checkbox(picker, 'Dune 4.jpg').check()
    await button(picker, 'Add Selected').click()
    await gone(picker)
    await pollUntil(async () => expect(await inGrid(page)).toEqual(['Dune 1.jpg', 'Dune 2.jpg', 'Dune 4.jpg']))
    expect((await albumNow(path)).images).toHaveLength(3)
  })

  it('L-AD-12 L-VAL-12 L-VAL-13 L-STATE-05 Select Images removes from the album after a question, the files stay', async () => {
    const { page, path } = await openAlbum('Shrinking')
    await select(page, 'Dune 1.jpg')
    const bar = toolbar(page, 'Selected photos')
    const [one] = await Promise.all([says(page, 'dismiss'), button(bar, 'Remove from Album').click()])
    expect(one).toBe('Remove this photo from the album?')
    await checkbox(page, 'Select Dune 3.jpg').check()
    const [two] = await Promise.all([says(page), button(bar, 'Remove from Album').click()])
    expect(two).toBe('Remove 2 photos from this album? (Does not delete files)')
    // it goes by itself, but not from under the pointer
    await button(page, 'Undo').hover()
    await pollUntil(async () => expect(await inGrid(page)).toEqual(['Dune 2.jpg', 'Dune 4.jpg']))
    await pollUntil(async () => expect((await albumNow(path)).images).toHaveLength(2))
    expect((await owner.get<http.ImageList>('/api/images')).body.total).toBe(4)
    const all = photos.map(photo => photo.id)
    await button(page, 'Undo').click()
    await pollUntil(async () => expect(await inGrid(page)).toHaveLength(4))
    await pollUntil(async () => expect((await albumNow(path)).images.map(({ id }) => id)).toEqual(all))
    await pollUntil(async () => expect(await inGrid(page)).toEqual(photos.map(photo => photo.original_filename)))
  })

  it('L-AD-12 L-ERR-04 Select Images tags what is selected', async () => {
    const { page } = await openAlbum('Tagged')
    await button(page, 'Select Images').click()
    const bar = toolbar(page, 'Selected photos')
    expect(await button(bar, 'Tag Selected').isDisabled()).toBe(true)
    expect(await button(bar, 'Remove from Album').isDisabled()).toBe(true)
    await checkbox(page, 'Select Dune 2.jpg').check()
    await button(bar, 'Tag Selected').click()
    const picker = dialog(page, 'Tag 1 selected')
    await field(picker, 'New tag').fill('pier')
    await field(picker, 'New tag').press('Enter')
    const [said] = await Promise.all([says(page), button(picker, 'Apply 1 Tag(s)').click()])
    expect(said).toBe('Added tag to 1 photos!')
    await shown(words(page, '1 tag'))
    await shown(button(page, 'Select Images'))
  })

  it('L-AD-06 Favorites has no Batch Rename and cannot be deleted', async () => {
    const { body } = await owner.get<http.Album[]>('/api/albums')
    const { page } = await stage.open(owner, `/albums/${body.find(album => album.is_favorites)?.id}`)
    await shown(heading(page, 'Favorites'))
    await shown(button(page, 'Edit Info'))
    await shown(words(page, 'No favorites yet'))
    await shown(words(page, 'Like photos to see them appear here automatically'))
    await button(page, 'More actions').click()
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
      'Gallery Cover',
      'Replace Files',
      'Order by Capture Time',
      'Reverse Order',
    ])
  })
})

describe('files dropped on the album page', () => {
  it('L-AD-08 L-AD-16 L-AD-17 shows an overlay, takes the images and leaves out the rest', async () => {
    const { page, path } = await openAlbum('Dropped', [])
    const paths = filesOf({ 'Cliff.jpg': await drawing(7), 'notes.txt': 'no photo' })
    const drag = await dragFiles(page, paths)
    await shown(words(page, 'Drop Photos Here'))
    await shown(words(page, 'Release to upload your images'))
    await drag.drop()
    await gone(words(page, 'Drop Photos Here'))
    const uploader = dialog(page, 'Upload to Album')
    await pollUntil(async () => expect(await rows(uploader).count()).toBe(1))
    await button(uploader, 'Upload All').click()
    await gone(uploader)
    await shown(tile(page, 'Cliff.jpg'))
    expect((await albumNow(path)).images.map(image => image.original_filename)).toEqual(['Cliff.jpg'])
  })
})

describe('Batch Rename', () => {
  it('L-AD-04 L-VAL-04 L-VAL-05 L-VAL-06 L-VAL-07 shows the first five titles and renames all', async () => {
    const six = await uploadDrawings(stage.daymark, owner, 6)
    const { page, path } = await openAlbum('To be named', six)
    await rareAction(page, 'Batch Rename')
    const rename = dialog(page, 'Batch Rename')
    expect(await button(rename, 'Rename 6 Photos').isDisabled()).toBe(true)
    await field(rename, 'Base name').fill('Coast ')
    const preview = rename.getByRole('region', { name: 'Preview' })
    const becomes = async () =>
      (await preview.getByRole('listitem').allInnerTexts()).map(text => text.split(/\s*\n\s*/))
    expect(await becomes()).toEqual([1, 2, 3, 4, 5].map(n => [`Dune ${n}.jpg`, `Coast 00${n}`]))
    await shown(words(preview, '... and 1 more'))
    await rename.getByRole('spinbutton', { name: 'Start number' }).fill('9')
    await rename.getByRole('combobox', { name: 'Digits' }).selectOption('2')
    expect(await becomes()).toEqual(['09', '10', '11', '12', '13'].map((n, at) => [`Dune ${at + 1}.jpg`, `Coast ${n}`]))
    await rename.getByRole('spinbutton', { name: 'Start number' }).fill('')
    expect((await becomes())[0]).toEqual(['Dune 1.jpg', 'Coast 01'])
    await button(rename, 'Rename 6 Photos').click()
    await gone(rename)
    await shown(tile(page, 'Coast 01'))
    expect((await albumNow(path)).images.map(image => image.title)).toEqual([1, 2, 3, 4, 5, 6].map(n => `Coast 0${n}`))
  })

  it('L-VAL-04 L-ERR-09 alerts when the name is blank and when it failed', async () => {
    const { page, guard, path } = await openAlbum('Unnamed')
    guard.expect(/status of 500/, /Batch rename failed/)
    await fail(page, { url: `**${path}/batch-rename` }, 500)
    await rareAction(page, 'Batch Rename')
    const rename = dialog(page, 'Batch Rename')
    await field(rename, 'Base name').fill('   ')
    const [blank] = await Promise.all([says(page), button(rename, 'Rename 4 Photos').click()])
    expect(blank).toBe('Please enter a base name')
    await field(rename, 'Base name').fill('Coast')
    const [failed] = await Promise.all([says(page), button(rename, 'Rename 4 Photos').click()])
    expect(failed).toBe('Failed to rename photos. Please try again.')
    await shown(rename)
  })

  it('L-AD-05 L-VAL-08 is locked for a starter, and says what it needs', async () => {
    const starter = await stage.daymark.user({ tier: 'starter' })
    const album = await albumOf(starter, 'Locked', await uploadDrawings(stage.daymark, starter, 1))
    const { page } = await stage.open(starter, `/albums/${album.id}`)
    await button(page, 'More actions').click()
    const [said] = await Promise.all([says(page), menuItem(page, 'Locked Batch Rename').click()])
    expect(said).toBe('Batch rename requires a Professional plan or higher. Current plan: Starter')
    expect(await dialog(page, 'Batch Rename').count()).toBe(0)
  })
})
