import type { http } from '@daymark/contracts'
import type { Locator, Page } from 'playwright-core'
import { CANON, NIKON, PHONE, tagsOf, uploadTagged, type CameraTags } from '../../support/camera-photos.ts'
import { createAlbum } from '../../support/photos.ts'
import {
  button,
  checkbox,
  comboBox,
  dialog,
  expectHidden,
  group,
  list,
  numberField,
  region,
  expectVisible,
  byText,
} from '../support/find.ts'
import { tile, tileNames } from '../support/grid.ts'
import { chooseMoreAction } from '../support/input/forms.ts'
import { sampleJpeg } from '../support/photos.ts'
import { axeViolations, horizontalOverflow, smallTargets } from '../support/reach/axe.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()

const ZONE = { OffsetTimeOriginal: '+02:00' }
/** The clock of the NIKON is an hour and twelve seconds ahead; both cameras photographed the kiss. */
const MERGED_ORDER: [string, CameraTags][] = [
  ['Vows', tagsOf(CANON, '14:10:00', ZONE)],
  ['Kiss', tagsOf(CANON, '14:30:00', { ...ZONE, SubSecTimeOriginal: '50' })],
  ['Arrival', tagsOf(NIKON, '15:05:12', ZONE)],
  ['Kiss again', tagsOf(NIKON, '15:30:12', { ...ZONE, SubSecTimeOriginal: '75' })],
  ['Flowers', tagsOf(PHONE, '14:00:00', ZONE)],
  ['Scan', {}],
]
async function wedding() {
  const owner = await browser.daymark.createUser()
  const ids = await uploadTagged(browser.daymark, owner, MERGED_ORDER, n => sampleJpeg(n + 1))
  const album = await createAlbum(
    owner,
    'Wedding',
    ids.map(id => ({ id }) as http.Image),
  )
  const { cameras } = (await owner.get<http.AlbumCaptureOrder>(`/api/albums/${album.id}/capture-order`)).body
  const label = (model: string) => {
    const at = cameras.findIndex(({ name }) => name === model)
    return `${'ABC'[at]}: ${model}`
  }
  return { owner, album, canon: label('Canon EOS R5'), nikon: label('NIKON Z 9') }
}

const asked = (page: Page) => dialog(page, 'Order by capture time')
const message = (form: Locator) =>
  list(form, 'Photos in the new order')
    .getByRole('img')
    .evaluateAll(all => all.map(one => one.getAttribute('alt')?.replace('.jpg', '')))
const expectMessage = (form: Locator, names: string[]) =>
  pollUntil(async () => expect(await message(form)).toEqual(names))
const expectOrder = (page: Page, names: string[]) =>
  pollUntil(async () => expect((await tileNames(page)).map(name => name.replace('.jpg', ''))).toEqual(names))
async function isReachable(page: Page) {
  expect(await axeViolations(page)).toEqual([])
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  expect(await smallTargets(page, 24)).toEqual([])
}

const UPLOAD_ORDER = ['Flowers', 'Vows', 'Kiss', 'Arrival', 'Kiss again', 'Scan']
const CORRECTED_ORDER = ['Flowers', 'Arrival', 'Vows', 'Kiss', 'Kiss again', 'Scan']

it('rule 138 rule 141 comparing the same moment corrects a clock; the new order is previewed, applied and undone', async () => {
  const { owner, album, canon, nikon } = await wedding()
  const { page } = await browser.open(owner, `/albums/${album.id}`)
  await expectVisible(tile(page, 'Vows.jpg'))
  await chooseMoreAction(page, 'Order by Capture Time')
  await expectMessage(asked(page), UPLOAD_ORDER)
  await expectVisible(byText(asked(page), /1 photo without a capture time will be at the end/))
  await isReachable(page)
  await button(asked(page), 'Compare Photos of the Same Moment').click()
  const pickMoment = dialog(page, 'Same moment')
  const side = (name: string) => group(pickMoment, name)
  await comboBox(side('Camera with the correct time'), /Camera/).selectOption({ label: canon })
  await comboBox(side('Camera to correct'), /Camera/).selectOption({ label: nikon })
  await side('Camera with the correct time')
    .getByRole('radio', { name: /^Kiss.jpg/ })
    .check()
  await side('Camera to correct')
    .getByRole('radio', { name: /^Kiss again.jpg/ })
    .check()
  await expectVisible(byText(pickMoment, `The clock of ${nikon} was 1 h 0 min 12.25 s ahead.`))
  await isReachable(page)
  await button(pickMoment, 'Use This Correction').click()
  const clock = group(asked(page), `Clock of ${nikon}`)
  expect(await numberField(clock, 'Seconds').inputValue()).toBe('12.25')
  await numberField(clock, 'Seconds').fill('12')
  await expectMessage(asked(page), CORRECTED_ORDER)
  await checkbox(asked(page), /^Also sort photos that are added later/).check()
  await button(asked(page), 'Order Photos').click()
  // a toast stays while the pointer is on it
  await button(page, 'Undo').hover()
  await expectHidden(asked(page))
  await expectOrder(page, CORRECTED_ORDER)
  await button(page, 'Undo').click()
  await expectOrder(page, ['Vows', 'Kiss', 'Arrival', 'Kiss again', 'Flowers', 'Scan'])
  const order = async () => (await owner.get<http.AlbumCaptureOrder>(`/api/albums/${album.id}/capture-order`)).body
  await pollUntil(async () => expect(await order()).toMatchObject({ keep: false }))
  expect((await order()).cameras.map(camera => camera.correction_ms)).toEqual([0, 0, 0])
  // rule 141
  await tile(page, 'Kiss.jpg').click()
  await button(page, 'Show EXIF').click()
  await expectVisible(byText(region(page, 'EXIF'), 'UTC+02:00'))
})

it('rule 138 on a phone a clock correction is typed in and shown again later', async () => {
  const { owner, album, nikon } = await wedding()
  const { page } = await browser.open(owner, `/albums/${album.id}`, { device: 'phone', scheme: 'dark' })
  await expectVisible(tile(page, 'Vows.jpg'))
  await chooseMoreAction(page, 'Order by Capture Time')
  const clock = group(asked(page), `Clock of ${nikon}`)
  await comboBox(clock, /^Clock of/).selectOption('ahead')
  await numberField(clock, 'Hours').fill('1')
  await numberField(clock, 'Seconds').fill('12')
  await expectMessage(asked(page), CORRECTED_ORDER)
  await isReachable(page)
  await button(asked(page), 'Order Photos').click()
  await expectOrder(page, CORRECTED_ORDER)
  await chooseMoreAction(page, 'Order by Capture Time')
  expect(await numberField(clock, 'Hours').inputValue()).toBe('1')
  await expectVisible(
    byText(asked(page), 'The photos are already in this order. 1 photo without a capture time will be at the end.'),
  )
  await button(asked(page), 'Cancel').click()
  await expectHidden(asked(page))
})
