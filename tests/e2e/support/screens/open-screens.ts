import { button, dialog, field, heading, link, list, region, expectVisible, toolbar, byText } from '../find.ts'
import { returnToOlderGallery, type SharedAlbum } from '../shared-album.ts'
import { viewer, type Screen } from '../grid.ts'

export const signedOut: Screen[] = [
  { name: 'sign-in', path: '/login', reach: page => expectVisible(button(page, 'Sign In')) },
  {
    name: 'sign-in refused',
    path: '/login',
    async reach(page) {
      await field(page, 'Email or username').fill('unknown@daymark.test')
      await page.getByLabel('Password').fill('wrong')
      await button(page, 'Sign In').click()
      await expectVisible(page.getByRole('alert'))
    },
  },
  {
    name: 'sign-in with a second step',
    path: '/login',
    async reach(page) {
      const json = { message: 'Enter the code.', code: 'second_step_required', challenge: 'sealed' }
      await page.route('**/api/auth/login', route => route.fulfill({ status: 401, json }))
      await field(page, 'Email or username').fill('anna@daymark.test')
      await page.getByLabel('Password').fill('x')
      await button(page, 'Sign In').click()
      await expectVisible(field(page, 'Code'))
    },
  },
  {
    name: 'sign-in with a way out',
    path: '/login',
    async reach(page) {
      await page.route('**/api/auth/options', route => route.fulfill({ json: { password_reset: true } }))
      await page.reload()
      await expectVisible(link(page, 'Forgot password?'))
    },
  },
  { name: 'forgot password', path: '/mail/forgot-password', reach: page => expectVisible(button(page, 'Send Link')) },
  {
    name: 'reset password',
    path: '/mail/reset-password#x',
    reach: page => expectVisible(button(page, 'Save Password')),
  },
  { name: 'welcome', path: '/mail/welcome#x', reach: page => expectVisible(button(page, 'Save Password')) },
  { name: 'unsubscribe', path: '/mail/unsubscribe#x', reach: page => expectVisible(button(page, 'Turn Off')) },
  { name: 'privacy', path: '/privacy', reach: page => expectVisible(heading(page, 'Who else receives data')) },
  {
    name: 'security with an open question',
    path: '/security',
    async reach(page) {
      await byText(page, 'Does my plan include backups?').click()
      await expectVisible(byText(page, /keep your own copy/))
    },
  },
  { name: 'not found', path: '/no/such/page', reach: page => expectVisible(heading(page, 'Not Found')) },
]

export const gallery = ({ path, photos }: SharedAlbum): Screen[] => [
  { name: 'public gallery', path, reach: page => expectVisible(heading(page, 'Iceland')) },
  { name: 'public viewer', path: `${path}?photo=${photos[0]?.id}`, reach: page => expectVisible(viewer(page)) },
  {
    name: 'slideshow',
    path: `${path}?photo=${photos[0]?.id}`,
    async reach(page) {
      await button(viewer(page), 'Play slideshow').click()
      await expectVisible(button(viewer(page), 'Pause slideshow'))
    },
  },
  {
    name: 'what is new in the gallery',
    path,
    async reach(page) {
      await expectVisible(heading(page, 'Iceland'))
      await returnToOlderGallery(page)
      await expectVisible(region(page, 'What is new'))
    },
  },
  {
    name: 'selecting in the gallery',
    path,
    async reach(page) {
      await button(page, 'Select').click()
      await button(list(page, 'Photos'), 'Select First light').click()
      await expectVisible(button(page, 'Select All'))
    },
  },
  {
    name: 'choosing a download',
    path,
    async reach(page) {
      await button(page, 'Select').click()
      await button(list(page, 'Photos'), 'Select First light').click()
      await button(toolbar(page, 'Selected photos'), 'Download').click()
      await expectVisible(dialog(page, 'Download photo'))
    },
  },
  {
    name: 'public contact sheet',
    path: `${path}?photo=${photos[0]?.id}`,
    async reach(page, isPhone) {
      if (!isPhone) await button(viewer(page), 'Gallery').click()
      await expectVisible(viewer(page))
    },
  },
]

export const emptyAlbum = (path: string): Screen[] => [
  { name: 'no photos', path: '/', reach: page => expectVisible(heading(page, 'Welcome to Your Photo Gallery!')) },
  { name: 'no tags', path: '/tags', reach: page => expectVisible(heading(page, 'No tags yet')) },
  { name: 'no favorites', path: '/favorites', reach: page => expectVisible(heading(page, 'No favorites yet')) },
  { name: 'no shares', path: '/shares', reach: page => expectVisible(heading(page, 'No share links yet')) },
  { name: 'no albums', path: '/albums', reach: page => expectVisible(byText(page, 'Favorites')) },
  { name: 'no photos in the album', path, reach: page => expectVisible(byText(page, 'No photos in this album yet')) },
]
