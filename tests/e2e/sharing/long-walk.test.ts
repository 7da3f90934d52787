import sharp from 'sharp'
import { readFixture, withFixtures, pollUntil } from '@daymark/testing/outside'
import { Mailbox, type ReceivedMail } from '@daymark/testing/mailbox'
import type { Locator, Page } from 'playwright-core'
import type { SignedInUser } from '../../support/accounts.ts'
import { unzip } from '../../support/shared-gallery.ts'
import { downloadedBytes, createFiles, removeFolders, createFolder, chooseFiles } from '../support/files.ts'
import {
  button,
  comboBox,
  dialog,
  field,
  expectHidden,
  expectCount,
  heading,
  link,
  list,
  numberField,
  region,
  expectVisible,
  byText,
} from '../support/find.ts'
import { tile, tileNames, scrollToPhotos } from '../support/grid.ts'
import { expandShareLinks } from '../support/input/forms.ts'
import { dropFiles } from '../support/input/drop.ts'
import { picksBar, pickedTiles } from '../support/input/picks.ts'
import { eventuallyVisible } from '../support/time.ts'
import { areGrayscale } from '../support/look.ts'
import { pathOf } from '../support/network.ts'
import { pickOnDesktop, pickOnPhoneThenDesktop, snapshot } from '../support/picking-clients.ts'
import { returnAfterHalfAnHour } from '../support/shared-album.ts'
import { setUpBrowser } from '../support/browser.ts'

let mailbox: Mailbox
beforeAll(async () => void (mailbox = await Mailbox.open()))
const browser = setUpBrowser(() => mailbox.env)
afterAll(() => mailbox.stop())
afterAll(removeFolders)

const FIRST = {
  'DM_0412.jpg': 'jpeg/Canon_EOS_7D.jpg',
  'DM_0413.jpg': 'jpeg/Canon_EOS_450D.jpg',
  'DM_0414.jpg': 'jpeg/Canon_EOS_1000D.jpg',
  'DM_0415.jpg': 'jpeg/gps-empty.jpg',
  'DM_0416.jpg': 'jpeg/el_torcal_rocks.jpeg',
  'DM_0417.jpg': 'jpeg/no-exif.jpg',
}
const REST = { 'DM_0501.jpg': 'jpeg/pixel-gps-12mp.jpg', 'DM_0502.jpg': 'colour/display-p3-nikon-d3s.jpg' }

/** Drops a folder of a camera on the album and waits until all photos are processed. */
async function shoot(page: Page, files: Record<string, string>, step: string) {
  const folder = createFolder(
    Object.fromEntries(Object.entries(files).map(([name, path]) => [name, readFixture(path)])),
  )
  await dropFiles(page, [folder])
  const uploader = dialog(page, 'Upload to Album')
  await expectCount(list(uploader, 'Files to upload').getByRole('listitem'), Object.keys(files).length)
  await snapshot(page, `${step}-uploader`)
  await button(uploader, 'Upload All').click()
  await expectHidden(uploader)
  for (const name of Object.keys(files)) await tile(page, name).waitFor()
  await snapshot(page, `${step}-album`)
}

const sizeOf = (at: Locator) => at.evaluate(title => parseFloat(getComputedStyle(title).fontSize))

/** Creates a first look with picks and comments and returns its path. */
async function shareFirstLook(page: Page): Promise<string> {
  await button(page, 'New Link').click()
  const settings = dialog(page, 'New share link')
  const [inside, outside] = [heading(settings, 'New share link'), heading(page, 'Share Links')]
  expect(await sizeOf(inside)).toBeGreaterThan(await sizeOf(outside))
  await settings.getByRole('switch', { name: 'Visitors pick photos' }).check()
  await numberField(settings, 'At least').fill('2')
  await numberField(settings, 'At most').fill('4')
  await settings.getByRole('switch', { name: 'Visitors comment on photos' }).check()
  await settings.getByRole('switch', { name: 'More photos are coming' }).check()
  await settings.getByLabel('Complete by').fill('2031-05-01')
  await field(settings, 'Message to visitors').fill('The evening follows.')
  await snapshot(page, '03-link-settings')
  await button(settings, 'Create Link').click()
  await expectHidden(settings)
  await expectVisible(byText(page, 'First look, complete by 1 May 2031'))
  await snapshot(page, '04-link')
  return pathOf((await link(page, /\/share\//).getAttribute('href')) ?? '')
}

/** Reads each list, all lists together, and the comments. */
async function readPicks(page: Page) {
  await link(page, 'View picks').click()
  await expectVisible(button(page, /^Anna 3 chosen, 1 note Sent/))
  await expectVisible(button(page, /^Ben 3 chosen Sent/))
  const photos = list(page, 'Chosen photos').getByRole('button')
  await expectCount(photos, 5)
  await snapshot(page, '20-owner-picks')
  await photos.filter({ hasText: '2 chosen' }).click()
  const pages = page.getByRole('dialog')
  await expectVisible(byText(pages, /Anna/))
  await expectVisible(byText(pages, /Ben/))
  await snapshot(page, '21-owner-picked-by-both')
  await button(pages, 'Close').click()
  await button(page, /^Ben 3 chosen/).click()
  await expectCount(photos, 3)
  await page.goBack()
}

/** Replaces the picked photos by black-and-white files with the same names. */
async function retouch(page: Page): Promise<Record<string, Buffer>> {
  await comboBox(page, 'Picked by').selectOption('Any visitor')
  await expectCount(list(page, 'Photos in this album').getByRole('listitem'), 5)
  await snapshot(page, '22-owner-picked')
  const names = await tileNames(page, /^Photos in this album/)
  const created: Record<string, Buffer> = {}
  for (const name of names) {
    const original = sharp(readFixture(FIRST[name as keyof typeof FIRST]), { autoOrient: true })
    created[name] = await original.grayscale().jpeg({ quality: 88 }).toBuffer()
  }
  await button(page, 'Select Images').click()
  // the key handler is loaded after the visible page
  await pollUntil(async () => {
    await page.keyboard.press('Control+a')
    expect(await byText(page, '5 selected').count()).toBe(1)
  })
  await button(page, 'Replace Files').click()
  const replacing = dialog(page, 'Replace Files')
  await chooseFiles(page, button(replacing, 'Choose Files'), createFiles(created))
  await expectVisible(button(replacing, 'Replace 5 Files'))
  await expectCount(list(replacing, 'Matched').getByText(names[0] ?? ''), 1)
  await snapshot(page, '23-owner-replace')
  await button(replacing, 'Replace 5 Files').click()
  const done = byText(list(replacing, 'Files being replaced'), 'Replaced')
  await pollUntil(async () => expect(await done.count()).toBe(5))
  await expectVisible(byText(replacing, 'The previous file is kept as an earlier version.'))
  await snapshot(page, '24-owner-replaced')
  await button(replacing, 'Done').click()
  await expectHidden(replacing)
  await snapshot(page, '25-owner-album-replaced')
  await button(page, 'Cancel').click()
  await comboBox(page, 'Picked by').selectOption('All photos')
  return created
}

const showsNewPictures = (page: Page) =>
  pollUntil(async () => expect(await areGrayscale(pickedTiles(page).locator('img'))).toEqual([true, true, true]))

async function complete(page: Page) {
  await expandShareLinks(page)
  await button(page, 'Mark as complete (2 to notify)').click()
  const asked = dialog(page, 'Mark the gallery as complete?')
  await expectVisible(byText(asked, /2 emails are sent, one to each address:$/))
  await snapshot(page, '28-owner-complete')
  const toastShown = await eventuallyVisible(page, 'The gallery is complete. 2 emails are being sent.')
  await button(asked, 'Mark as Complete').click()
  await expectHidden(asked)
  await toastShown()
  await snapshot(page, '29-owner-completed')
}
/** The path of the gallery in a mail. */
const galleryOf = ({ links }: ReceivedMail, path: string) => pathOf(links.find(address => address.includes(path)))

/** The next visit shows the new photos and the earlier picks. */
async function returnToGallery(page: Page, address: string, news: string, step: string) {
  await returnAfterHalfAnHour(page, address)
  await expectVisible(byText(region(page, 'What is new'), `${news} since your last visit`))
  await snapshot(page, `${step}-back`)
  await scrollToPhotos(page)
  await expectCount(pickedTiles(page), 3)
  await showsNewPictures(page)
  await snapshot(page, `${step}-new-pictures`)
  await button(region(page, 'What is new'), 'Show').click()
  await snapshot(page, `${step}-only-new`)
}

/** Verifies the downloaded ZIP; then damages one file, deletes another, and downloads exactly these again. */
async function verifyCopy(page: Page, delivered: Record<string, Buffer>) {
  const [zip] = await Promise.all([page.waitForEvent('download'), link(page, 'Download Album (ZIP)').click()])
  const mine = unzip(await downloadedBytes(zip))
  expect(mine.map(({ name }) => name).toSorted()).toEqual(Object.keys({ ...FIRST, ...REST }).toSorted())
  const corrected = mine.filter(({ name, bytes }) => delivered[name]?.equals(bytes))
  expect(corrected).toHaveLength(Object.keys(delivered).length)
  const folder = (files: typeof mine) =>
    `${createFolder(Object.fromEntries(files.map(({ name, bytes }) => [`Weekend/${name}`, bytes])))}/Weekend`

  await button(page, 'Verify My Copy').click()
  const verify = dialog(page, 'Verify My Copy')
  await expectVisible(verify)
  await snapshot(page, '33-anna-verify')
  await dropFiles(page, [folder(mine)], verify)
  await expectVisible(byText(verify, 'All 8 files are unchanged.'))
  await snapshot(page, '34-anna-whole')
  const [damaged, lost, ...whole] = mine as [(typeof mine)[0], (typeof mine)[0], ...typeof mine]
  await button(verify, 'Check Again').click()
  const unpackedFiles = { name: damaged.name, bytes: damaged.bytes.subarray(0, damaged.bytes.length - 4000) }
  await dropFiles(page, [folder([unpackedFiles, ...whole])], verify)
  await expectVisible(byText(verify, '6 of 8 files are unchanged.'))
  await expectVisible(
    verify
      .getByRole('group')
      .filter({ hasText: /^Missing/ })
      .getByText(lost.name, { exact: true }),
  )
  await expectVisible(
    verify
      .getByRole('group')
      .filter({ hasText: /^Changed/ })
      .getByText(`Weekend/${damaged.name}`),
  )
  await snapshot(page, '35-anna-damaged')
  await button(verify, 'Download 2 Photos').click()
  const download = dialog(page, 'Download 2 photos')
  await expectVisible(download)
  await snapshot(page, '36-anna-get')
  const [again] = await Promise.all([page.waitForEvent('download'), button(download, 'Download').click()])
  expect(unzip(await downloadedBytes(again))).toEqual([damaged, lost])
}

withFixtures('a client gallery', () => {
  it('rules 101 102 104 106 110 112 119 123 124 128 129 130 131 134 from the shoot to a verified copy, with an owner and two clients', async () => {
    const owner: SignedInUser = await browser.daymark.createUser({ displayName: 'Studio Nord' })
    const { page } = await browser.open(owner, '/albums')
    await field(page, 'New album title').fill('Anna & Ben')
    await field(page, 'New album title').press('Enter')
    await expectVisible(heading(page, 'Anna & Ben'))
    await shoot(page, FIRST, '01-shoot')
    const path = await shareFirstLook(page)

    const { page: anna } = await browser.open(null, path)
    const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }
    const { page: ben } = await browser.open(null, path, { device: 'phone', ...clipboard })
    await pickOnDesktop(anna)
    await pickOnPhoneThenDesktop(browser, mailbox, ben)
    for (const name of ['Anna', 'Ben']) await mailbox.take(owner.email, new RegExp(name))

    await readPicks(page)
    const retouched = await retouch(page)
    await returnToGallery(anna, path, '5 corrected', '26-anna')
    await expectVisible(byText(region(anna, 'More photos are coming'), /^You asked to be notified on /))
    await expectVisible(button(picksBar(anna), 'Show Chosen'))

    await shoot(page, REST, '27-shoot')
    await complete(page)
    const [toBen, toAnna] = [await mailbox.take('ben@example.org'), await mailbox.take('anna@example.org')]
    await returnToGallery(ben, galleryOf(toBen, path), '2 new, 5 corrected', '30-ben-phone')
    await returnToGallery(anna, galleryOf(toAnna, path), '2 new', '31-anna')
    await expectCount(list(anna, 'Photos').getByRole('listitem'), 2)
    expect(await region(anna, 'More photos are coming').count()).toBe(0)
    await verifyCopy(anna, retouched)
    await browser.daymark.settle()
    expect(mailbox.mails.filter(({ to }) => to.endsWith('@example.org'))).toEqual([])
  })
})
