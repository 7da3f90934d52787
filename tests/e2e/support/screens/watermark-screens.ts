import { filesOf } from '../files.ts'
import { button, dialog, field, heading, link, navigation, picture, shown } from '../find.ts'
import { drawing } from '../photos.ts'
import type { Screen } from './screen.ts'
import { choose } from '../uploader.ts'
import { openPosition, slider } from '../watermark.ts'

const path = '/watermark'

export const lockedWatermark: Screen[] = [
  { name: 'watermark locked', path, reach: page => shown(heading(page, 'Professional Feature')) },
]

export const noWatermark: Screen[] = [
  { name: 'no watermark', path, reach: page => shown(button(page, 'Choose Image')) },
  {
    name: 'logo from a name',
    path,
    async reach(page) {
      await field(page, 'Name').fill('Ansel Adams')
      await shown(picture(page, 'Ansel Adams, as it will look'))
    },
  },
]

export const watermark: Screen[] = [
  { name: 'watermark', path, reach: page => shown(picture(page, 'Your watermark')) },
  {
    name: 'watermark placed and not saved',
    path,
    async reach(page) {
      await openPosition(page)
      await slider(page, 'Size').fill('5')
      await shown(button(page, 'Discard'))
    },
  },
  {
    name: 'leaving a watermark that is not saved',
    path,
    async reach(page) {
      await openPosition(page)
      await slider(page, 'Size').fill('5')
      await link(navigation(page, 'Main'), 'Albums').click()
      await shown(dialog(page, 'Leave without saving?'))
    },
  },
  {
    name: 'watermark on a test image',
    path,
    async reach(page) {
      await openPosition(page)
      await choose(page, button(page, 'Test Image'), filesOf({ 'test.jpg': await drawing(1) }))
      await shown(button(page, 'Remove Test Image'))
    },
  },
]
