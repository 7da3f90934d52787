import { button, dialog, field, heading, link, list, region, shown, toolbar, words } from '../find.ts'
import { cameBefore } from '../seen.ts'
import { viewer, type Screen } from './screen.ts'
import type { SharedAlbum } from '../shared-album.ts'

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
  {
    name: 'sign-in with a second step',
    path: '/login',
    async reach(page) {
      const json = { message: 'Enter the code.', code: 'second_step_required', challenge: 'sealed' }
      await page.route('**/api/auth/login', route => route.fulfill({ status: 401, json }))
      await field(page, 'Email or username').fill('anna@daymark.test')
      await page.getByLabel('Password').fill('x')
      await button(page, 'Sign In').click()
      await shown(field(page, 'Code'))
    },
  },
  {
    name: 'sign-in with a way out',
    path: '/login',
    async reach(page) {
      await page.route('**/api/auth/options', route => route.fulfill({ json: { password_reset: true } }))
      await page.reload()
      await shown(link(page, 'Forgot password?'))
    },
  },
  { name: 'forgot password', path: '/mail/forgot-password', reach: page => shown(button(page, 'Send Link')) },
  { name: 'reset password', path: '/mail/reset-password#x', reach: page => shown(button(page, 'Save Password')) },
  { name: 'welcome', path: '/mail/welcome#x', reach: page => shown(button(page, 'Save Password')) },
  { name: 'unsubscribe', path: '/mail/unsubscribe#x', reach: page => shown(button(page, 'Turn Off')) },
  { name: 'privacy', path: '/privacy', reach: page => shown(heading(page, 'Who else gets something')) },
  {
    name: 'security with an open question',
    path: '/security',
    async reach(page) {
      await words(page, 'Does my plan include backups?').click()
      await shown(words(page, /keep a copy of your own/))
    },
  },
  { name: 'not found', path: '/no/such/page', reach: page => shown(heading(page, 'Not Found')) },
]

export const gallery = ({ path, photos }: SharedAlbum): Screen[] => [
  { name: 'public gallery', path, reach: page => shown(heading(page, 'Iceland')) },
  { name: 'public viewer', path: `${path}?photo=${photos[0]?.id}`, reach: page => shown(viewer(page)) },
  {
    name: 'slideshow',
    path: `${path}?photo=${photos[0]?.id}`,
    async reach(page) {
      await button(viewer(page), 'Play slideshow').click()
      await shown(button(viewer(page), 'Pause slideshow'))
    },
  },
  {
    name: 'what is new in the gallery',
    path,
    async reach(page) {
      await shown(heading(page, 'Iceland'))
      await cameBefore(page)
      await shown(region(page, 'What is new'))
    },
  },
  {
    name: 'selecting in the gallery',
    path,
    async reach(page) {
      await button(page, 'Select').click()
      await button(list(page, 'Photos'), 'Select First light').click()
      await shown(button(page, 'Select All'))
    },
  },
  {
    name: 'choosing a download',
    path,
    async reach(page) {
      await button(page, 'Select').click()
      await button(list(page, 'Photos'), 'Select First light').click()
      await button(toolbar(page, 'Selected photos'), 'Download').click()
      await shown(dialog(page, 'Download photo'))
    },
  },
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
  { name: 'no favorites', path: '/favorites', reach: page => shown(heading(page, 'No favorites yet')) },
  { name: 'no shares', path: '/shares', reach: page => shown(heading(page, 'No share links yet')) },
  { name: 'no albums', path: '/albums', reach: page => shown(words(page, 'Favorites')) },
  { name: 'no photos in the album', path, reach: page => shown(words(page, 'No photos in this album yet')) },
]
