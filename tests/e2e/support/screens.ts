import type { Page } from 'playwright-core'
import { button, checkbox, dialog, field, heading, link, list, menuItem, region, shown, words } from './find.ts'
import { filesOf } from './files.ts'
import { select, tile } from './grid.ts'
import type { SharedAlbum } from './shared-album.ts'
import { choose } from './uploader.ts'

/** A state of the application that somebody can come to; `reach` ends when it is there. */
export type Screen = { name: string; path: string; reach: (page: Page, isPhone: boolean) => Promise<void> }

const viewer = (page: Page) => dialog(page, 'Photo viewer')
async function openUploader(page: Page, isPhone: boolean) {
  if (isPhone) {
    await button(page, 'Photo actions').click()
    await menuItem(page, 'Upload').click()
  } else await button(page, 'Upload Photos').click()
  await shown(dialog(page, 'Upload Photos'))
}
async function startSelecting(page: Page, isPhone: boolean, name: string) {
  if (!isPhone) return select(page, name)
  await button(page, 'Photo actions').click()
  await menuItem(page, 'Select').click()
  await checkbox(page, `Select ${name}`).check()
}
async function bulk(page: Page, isPhone: boolean, name: string, phoneName: string) {
  if (!isPhone) return button(page, name).click()
  await button(page, 'Actions for 1 selected').click()
  await menuItem(page, phoneName).click()
}
async function manage(page: Page, isPhone: boolean, name: string) {
  if (!isPhone) return button(page, name).click()
  await button(page, 'More actions').click()
  await menuItem(page, name).click()
}
const unfold = async (page: Page, isPhone: boolean, title: string) => {
  if (isPhone) await words(page, title).click()
}

export const signedOut: Screen[] = [
  { name: 'sign-in', path: '/login', reach: page => shown(button(page, 'Sign In')) },
  {
    name: 'sign-in refused',
    path: '/login',
    async reach(page) {
      await field(page, 'Email or username').fill('nobody@daymark.test')
      await page.getByLabel('Password').fill('wrong')
      await button(page, 'Sign In').click()
      await shown(page.getByRole('alert'))
    },
  },
  { name: 'not found', path: '/no/such/page', reach: page => shown(heading(page, 'Not Found')) },
]

export const library: Screen[] = [
  { name: 'photos', path: '/', reach: page => shown(tile(page, 'Dune 3.jpg')) },
  { name: 'selecting', path: '/', reach: (page, isPhone) => startSelecting(page, isPhone, 'Dune 3.jpg') },
  {
    name: 'tag picker',
    path: '/',
    async reach(page, isPhone) {
      await startSelecting(page, isPhone, 'Dune 3.jpg')
      await bulk(page, isPhone, 'Tag Selected', 'Tag')
      await button(dialog(page, 'Tag 1 selected'), /^sea/).click()
    },
  },
  {
    name: 'album picker',
    path: '/',
    async reach(page, isPhone) {
      await startSelecting(page, isPhone, 'Dune 3.jpg')
      await bulk(page, isPhone, 'Add to Album', 'Add to Album')
      await shown(list(dialog(page, 'Add to Album'), 'Albums'))
    },
  },
  { name: 'uploader', path: '/', reach: openUploader },
  {
    name: 'uploader with files',
    path: '/',
    async reach(page, isPhone) {
      await openUploader(page, isPhone)
      await choose(
        page,
        button(page, 'Choose From Library'),
        filesOf({ 'a rather long name of a file from a camera.jpg': 'x' }),
      )
      await shown(button(page, 'Upload All'))
    },
  },
  {
    name: 'blocked files',
    path: '/',
    async reach(page, isPhone) {
      await openUploader(page, isPhone)
      await button(dialog(page, 'Upload Photos'), 'Clear').or(button(page, 'Choose From Library')).first().click()
      await choose(page, button(page, 'Choose From Library'), filesOf({ 'notes.txt': 'x' }))
      await shown(button(page, 'I Understand'))
    },
  },
  {
    name: 'lightbox with info and EXIF',
    path: '/',
    async reach(page) {
      await tile(page, 'Dune 3.jpg').click()
      await button(viewer(page), 'Show Info').click()
      await button(viewer(page), 'Show EXIF').click()
      await shown(region(viewer(page), 'EXIF'))
    },
  },
  {
    name: 'lightbox zoomed',
    path: '/',
    async reach(page) {
      await tile(page, 'Dune 3.jpg').click()
      await shown(button(viewer(page), 'Close'))
      await page.keyboard.press('z')
      await shown(button(viewer(page), 'Zoom out'))
    },
  },
  {
    name: 'keys of the lightbox',
    path: '/',
    async reach(page) {
      await tile(page, 'Dune 3.jpg').click()
      await shown(button(viewer(page), 'Close'))
      await page.keyboard.press('?')
      await shown(dialog(page, 'Keyboard shortcuts'))
    },
  },
  {
    name: 'contact sheet',
    path: '/',
    async reach(page) {
      await tile(page, 'Dune 3.jpg').click()
      await button(viewer(page), 'Contact Sheet').click()
      await shown(list(viewer(page), 'Contact sheet'))
    },
  },
  {
    name: 'side menu',
    path: '/',
    async reach(page, isPhone) {
      await shown(tile(page, 'Dune 3.jpg'))
      if (isPhone) await button(page, 'More').click()
    },
  },
]

/** `path` is that of an album with photos and a link. */
export const albums = (path: string): Screen[] => [
  { name: 'albums', path: '/albums', reach: page => shown(link(page, /^Iceland/)) },
  {
    name: 'album',
    path,
    reach: (page, isPhone) => unfold(page, isPhone, 'Share Links').then(() => shown(button(page, 'Revoke'))),
  },
  {
    name: 'new link',
    path,
    async reach(page, isPhone) {
      await unfold(page, isPhone, 'Share Links')
      await button(page, 'New Link').click()
    },
  },
  { name: 'edit info', path, reach: (page, isPhone) => manage(page, isPhone, 'Edit Info') },
  {
    name: 'batch rename',
    path,
    async reach(page, isPhone) {
      await manage(page, isPhone, 'Batch Rename')
      await field(page, 'Base name').fill('Coast ')
    },
  },
  { name: 'delete album', path, reach: (page, isPhone) => manage(page, isPhone, 'Delete Album') },
  {
    name: 'selecting in the album',
    path,
    async reach(page) {
      await button(page, 'Select Images').click()
      await checkbox(page, 'Select Dune 3.jpg').check()
    },
  },
  {
    name: 'rearranging',
    path,
    async reach(page) {
      await button(page, 'Rearrange Photos').click()
      await shown(list(page, 'Photos in order'))
    },
  },
  {
    name: 'move to position',
    path,
    async reach(page) {
      await button(page, 'Rearrange Photos').click()
      await button(page, 'Move Dune 3.jpg to position…').click()
    },
  },
  {
    name: 'photo picker',
    path,
    async reach(page, isPhone) {
      await unfold(page, isPhone, 'Upload & Add Photos')
      await button(page, 'Add Existing Photos').click()
      await shown(list(page, 'Photos to add').getByRole('checkbox'))
    },
  },
]

export const gallery = ({ path, photos }: SharedAlbum): Screen[] => [
  { name: 'public gallery', path, reach: page => shown(heading(page, 'Iceland')) },
  { name: 'public viewer', path: `${path}?photo=${photos[0]?.id}`, reach: page => shown(viewer(page)) },
  {
    name: 'public contact sheet',
    path: `${path}?photo=${photos[0]?.id}`,
    async reach(page, isPhone) {
      if (!isPhone) await button(viewer(page), 'Gallery').click()
      await shown(viewer(page))
    },
  },
]

export const emptyAlbum = (path: string): Screen[] => [
  { name: 'no photos', path: '/', reach: page => shown(heading(page, 'Welcome to Your Photo Gallery!')) },
  { name: 'no tags', path: '/tags', reach: page => shown(heading(page, 'No tags yet')) },
  { name: 'no albums', path: '/albums', reach: page => shown(words(page, 'Favorites')) },
  { name: 'no photos in the album', path, reach: page => shown(words(page, 'No photos in this album yet')) },
]
