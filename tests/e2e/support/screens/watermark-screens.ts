import { createFiles, chooseFiles } from '../files.ts'
import { button, dialog, field, heading, link, navigation, picture, expectVisible } from '../find.ts'
import { sampleJpeg } from '../photos.ts'
import type { Screen } from '../grid.ts'
import { openPosition, slider } from '../watermark.ts'

const path = '/watermark'

export const lockedWatermark: Screen[] = [
  { name: 'watermark locked', path, reach: page => expectVisible(heading(page, 'Professional Feature')) },
]

export const noWatermark: Screen[] = [
  { name: 'no watermark', path, reach: page => expectVisible(button(page, 'Choose Image')) },
  {
    name: 'logo from a name',
    path,
    async reach(page) {
      await field(page, 'Name').fill('Ansel Adams')
      await expectVisible(picture(page, 'Ansel Adams, preview'))
    },
  },
]

export const watermark: Screen[] = [
  { name: 'watermark', path, reach: page => expectVisible(picture(page, 'Your watermark')) },
  {
    name: 'watermark placed and not saved',
    path,
    async reach(page) {
      await openPosition(page)
      await slider(page, 'Size').fill('5')
      await expectVisible(button(page, 'Discard'))
    },
  },
  {
    name: 'leaving a watermark that is not saved',
    path,
    async reach(page) {
      await openPosition(page)
      await slider(page, 'Size').fill('5')
      await link(navigation(page, 'Main'), 'Albums').click()
      await expectVisible(dialog(page, 'Leave without saving?'))
    },
  },
  {
    name: 'watermark on a test image',
    path,
    async reach(page) {
      await openPosition(page)
      await chooseFiles(page, button(page, 'Test Image'), createFiles({ 'test.jpg': await sampleJpeg(1) }))
      await expectVisible(button(page, 'Remove Test Image'))
    },
  },
]
