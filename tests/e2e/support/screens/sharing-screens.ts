import { button, dialog, field, heading, link, list, region, expectVisible, byText } from '../find.ts'
import { selectPhotos, type Screen } from '../grid.ts'

/** `album` has one link with password, readable address and limits; `selection` is a link to photos. */
export const sharing = (album: string, selection: string): Screen[] => [
  {
    name: 'edited link with a password, an address and limits',
    path: album,
    async reach(page, isPhone) {
      await (isPhone ? byText(page, 'Share Links').click() : button(page, 'Share Links').click())
      await button(page, 'Edit').click()
      await button(dialog(page, 'Edit share link'), 'Change Password').click()
      await field(page, 'Readable address').fill('puffins')
    },
  },
  {
    name: 'new link to a selection',
    path: album,
    async reach(page) {
      await selectPhotos(page, 'First light')
      await button(page, 'Share Selection').click()
      await expectVisible(dialog(page, 'New share link'))
    },
  },
  {
    name: 'new link that is checked and kept as a preset',
    path: album,
    async reach(page, isPhone) {
      if (isPhone) await byText(page, 'Share Links').click()
      await button(page, 'New Link').click()
      const settings = dialog(page, 'New share link')
      await button(settings, 'Save as Preset').click()
      await button(settings, 'Check Before Sharing').click()
      await expectVisible(byText(settings, /The link never expires\.$/))
    },
  },
  {
    name: 'photos shared without an album',
    path: `/shares/selections/${selection}`,
    reach: page => expectVisible(list(page, 'Shared photos').getByRole('listitem')),
  },
]

/** Comments of a link for the owner and for visitors; one is resolved. */
export const commented = (id: string): Screen[] => [
  { name: 'comments of a link', path: `/shares/${id}/comments`, reach: page => expectVisible(button(page, 'Reply')) },
]
export const commenting = (path: string): Screen[] => [
  {
    name: 'comments in the viewer',
    path,
    async reach(page) {
      await button(page, 'Open First light').click()
      await button(page, '2 comments').click()
      await expectVisible(button(page, 'Mark a Position'))
      await button(page, 'Mark a Position').click()
      await expectVisible(button(page, /^Position of your comment/))
    },
  },
]

/** The dialog before a first look is completed, and the announcement for visitors. */
export const completed = (album: string): Screen[] => [
  {
    name: 'completing a first look',
    path: album,
    async reach(page, isPhone) {
      await (isPhone ? byText(page, 'Share Links').click() : button(page, 'Share Links').click())
      await button(page, /^Mark as complete/).click()
      await expectVisible(button(dialog(page, 'Mark the gallery as complete?'), 'Mark as Complete'))
    },
  },
]
export const awaited = (path: string): Screen[] => [
  {
    name: 'first look',
    path,
    reach: page => expectVisible(byText(region(page, 'More photos are coming'), /^More photos are coming by /)),
  },
]

/** A link with download choices and a limit below the size of the album, and one without photos. */
export const visited = (limited: string, empty: string): Screen[] => [
  {
    name: 'refused download',
    path: limited,
    async reach(page) {
      await link(page, 'Download Album (ZIP)').click()
      await expectVisible(byText(dialog(page, 'Download album'), /^You can still download/))
      await button(dialog(page, 'Download album'), 'Download').click()
      await expectVisible(page.getByRole('alert'))
    },
  },
  { name: 'gallery without photos', path: empty, reach: page => expectVisible(heading(page, 'No photos here yet')) },
]

/** Upload links and received photos. */
export const received = (albumId: string): Screen[] => [
  {
    name: 'photos from guests',
    path: `/albums/${albumId}/received`,
    reach: page => expectVisible(button(page, 'Open party 1.jpg')),
  },
  {
    name: 'upload links of an album',
    path: `/albums/${albumId}`,
    async reach(page, isPhone) {
      if (isPhone) await byText(page, 'Share Links').click()
      await button(page, 'Ask for Photos').click()
      await expectVisible(button(dialog(page, 'Ask for Photos'), 'Copy Link'))
    },
  },
  {
    name: 'new upload link',
    path: `/albums/${albumId}`,
    async reach(page, isPhone) {
      if (isPhone) await byText(page, 'Share Links').click()
      await button(page, 'Ask for Photos').click()
      await button(page, 'New Upload Link').click()
      await expectVisible(field(page, 'Page title'))
    },
  },
]
export const guests = (path: string): Screen[] => [
  { name: 'an upload link', path, reach: page => expectVisible(field(page, 'Your name')) },
  {
    name: 'what a guest sends',
    path,
    async reach(page) {
      await field(page, 'Your name').fill('Anna')
      await button(page, 'Continue').click()
      await expectVisible(button(page, 'Choose Photos'))
    },
  },
]
