import type { Page } from 'playwright-core'
import { chooseMoreAction, expandShareLinks } from './input/forms.ts'
import {
  button,
  checkbox,
  comboBox,
  dialog,
  field,
  heading,
  link,
  list,
  menuItem,
  region,
  expectVisible,
  byText,
} from './find.ts'
import { createFiles, chooseFiles } from './files.ts'
import { selectPhotos, tile, viewer, type Screen } from './grid.ts'

async function openUploader(page: Page, isPhone: boolean) {
  if (isPhone) {
    await button(page, 'Photo actions').click()
    await menuItem(page, 'Upload').click()
  } else await button(page, 'Upload Photos').click()
  await expectVisible(dialog(page, 'Upload Photos'))
}
async function startSelecting(page: Page, isPhone: boolean, name: string) {
  if (!isPhone) return selectPhotos(page, name)
  await button(page, 'Photo actions').click()
  await menuItem(page, 'Select').click()
  await checkbox(page, `Select ${name}`).check()
}
async function bulk(page: Page, isPhone: boolean, name: string, phoneName: string) {
  if (!isPhone) return button(page, name).click()
  await button(page, 'Actions for 1 selected').click()
  await menuItem(page, phoneName).click()
}
const unfold = async (page: Page, isPhone: boolean, title: string) => {
  if (isPhone) await byText(page, title).click()
}
const showLinks = (page: Page, isPhone: boolean) =>
  isPhone ? byText(page, 'Share Links').click() : expandShareLinks(page)

async function openTheme(page: Page, isPhone: boolean) {
  await button(page, isPhone ? 'More' : 'Theme').click()
  await expectVisible(page.getByRole(isPhone ? 'radio' : 'menuitemradio', { name: 'Dark' }))
}

export const library: Screen[] = [
  { name: 'privacy within the shell', path: '/privacy', reach: page => expectVisible(heading(page, 'Privacy')) },
  { name: 'favorites', path: '/favorites', reach: page => expectVisible(tile(page, 'Dune 3.jpg')) },
  {
    name: 'selecting favorites',
    path: '/favorites',
    async reach(page) {
      await selectPhotos(page, 'Dune 3.jpg')
    },
  },
  { name: 'photos', path: '/', reach: page => expectVisible(tile(page, 'Dune 3.jpg')) },
  {
    name: 'found photos',
    path: '/?q=dune&orientation=landscape&date_from=2000-01-01&sort=title',
    reach: page => expectVisible(button(page, 'Remove filter: Landscape')),
  },
  {
    name: 'filters',
    path: '/?is_favorite=false',
    async reach(page) {
      await button(page, 'Filters 1 active').click()
      await expectVisible(comboBox(dialog(page, 'Filters'), 'Orientation'))
    },
  },
  {
    name: 'sort menu',
    path: '/',
    async reach(page) {
      await button(page, 'Sort by: Upload date, Newest first').click()
      await expectVisible(page.getByRole('menuitemradio', { name: 'Title' }))
    },
  },
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
      await expectVisible(list(dialog(page, 'Add to Album'), 'Albums'))
    },
  },
  {
    name: 'files that find their photos',
    path: '/',
    async reach(page, isPhone) {
      await startSelecting(page, isPhone, 'Dune 3.jpg')
      await checkbox(page, 'Select Dune 4.jpg').check()
      if (isPhone) await button(page, 'Actions for 2 selected').click()
      await (isPhone ? menuItem(page, 'Replace Files') : button(page, 'Replace Files')).click()
      const replacing = dialog(page, 'Replace Files')
      const files = { 'dune 3.TIF': 'x', 'Dune 4-Edit.jpg': 'x', 'a rather long name of another file.jpg': 'x' }
      await chooseFiles(page, button(replacing, 'Choose Files'), createFiles(files))
      await expectVisible(list(replacing, 'Possible matches'))
    },
  },
  {
    name: 'another file for a photo',
    path: '/',
    async reach(page) {
      await tile(page, 'Dune 3.jpg').click()
      await button(viewer(page), 'Show Info').click()
      await button(viewer(page), 'Replace File…').click()
      await expectVisible(dialog(page, 'Replace File'))
    },
  },
  { name: 'uploader', path: '/', reach: openUploader },
  {
    name: 'uploader with files',
    path: '/',
    async reach(page, isPhone) {
      await openUploader(page, isPhone)
      await chooseFiles(
        page,
        button(page, 'Choose From Library'),
        createFiles({ 'a rather long name of a file from a camera.jpg': 'x' }),
      )
      await expectVisible(button(page, 'Upload All'))
    },
  },
  {
    name: 'blocked files',
    path: '/',
    async reach(page, isPhone) {
      await openUploader(page, isPhone)
      await button(dialog(page, 'Upload Photos'), 'Clear').or(button(page, 'Choose From Library')).first().click()
      await chooseFiles(page, button(page, 'Choose From Library'), createFiles({ 'notes.txt': 'x' }))
      await expectVisible(button(page, 'I Understand'))
    },
  },
  {
    name: 'lightbox with info and EXIF',
    path: '/',
    async reach(page) {
      await tile(page, 'Dune 3.jpg').click()
      await button(viewer(page), 'Show Info').click()
      await button(viewer(page), 'Show EXIF').click()
      await expectVisible(region(viewer(page), 'EXIF'))
    },
  },
  {
    name: 'lightbox zoomed',
    path: '/',
    async reach(page) {
      await tile(page, 'Dune 3.jpg').click()
      await expectVisible(button(viewer(page), 'Close'))
      await page.keyboard.press('z')
      await expectVisible(button(viewer(page), 'Zoom out'))
    },
  },
  {
    name: 'keys of the lightbox',
    path: '/',
    async reach(page) {
      await tile(page, 'Dune 3.jpg').click()
      await expectVisible(button(viewer(page), 'Close'))
      await page.keyboard.press('?')
      await expectVisible(dialog(page, 'Keyboard shortcuts'))
    },
  },
  {
    name: 'contact sheet',
    path: '/',
    async reach(page) {
      await tile(page, 'Dune 3.jpg').click()
      await button(viewer(page), 'Contact Sheet').click()
      await expectVisible(list(viewer(page), 'Contact sheet'))
    },
  },
  { name: 'theme', path: '/', reach: openTheme },
]

/** `path` is that of an album with photos and a link. */
export const albums = (path: string): Screen[] => [
  { name: 'albums', path: '/albums', reach: page => expectVisible(link(page, /^Iceland/)) },
  {
    name: 'album',
    path,
    reach: (page, isPhone) => showLinks(page, isPhone).then(() => expectVisible(button(page, 'Revoke'))),
  },
  { name: 'shares', path: '/shares', reach: page => expectVisible(link(page, 'Iceland')) },
  {
    name: 'code of a link',
    path,
    async reach(page, isPhone) {
      await showLinks(page, isPhone)
      await button(page, 'QR code').click()
      await expectVisible(dialog(page, 'QR code'))
    },
  },
  {
    name: 'new link',
    path,
    async reach(page, isPhone) {
      await showLinks(page, isPhone)
      await button(page, 'New Link').click()
      await expectVisible(dialog(page, 'New share link'))
    },
  },
  {
    name: 'edited link',
    path,
    async reach(page, isPhone) {
      await showLinks(page, isPhone)
      await button(page, 'Edit').click()
      await expectVisible(dialog(page, 'Edit share link'))
    },
  },
  {
    name: 'edit info',
    path,
    reach: (page, isPhone) => (isPhone ? chooseMoreAction(page, 'Edit Info') : button(page, 'Edit Info').click()),
  },
  {
    name: 'batch rename',
    path,
    async reach(page) {
      await chooseMoreAction(page, 'Batch Rename')
      await field(page, 'Base name').fill('Coast ')
    },
  },
  {
    name: 'gallery cover',
    path,
    async reach(page) {
      await chooseMoreAction(page, 'Gallery Cover')
      // these drawings are too small to be chosen automatically
      await dialog(page, 'Gallery Cover').getByRole('radio').last().check({ force: true })
      await expectVisible(button(dialog(page, 'Gallery Cover'), /^Focal point/))
    },
  },
  { name: 'delete album', path, reach: page => chooseMoreAction(page, 'Delete Album') },
  { name: 'rare actions of an album', path, reach: page => button(page, 'More actions').click() },
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
      await expectVisible(list(page, 'Photos in order'))
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
      await expectVisible(list(page, 'Photos to add').getByRole('checkbox'))
    },
  },
]
