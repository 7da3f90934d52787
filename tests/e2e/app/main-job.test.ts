import { readFixture, withFixtures } from '@daymark/testing/outside'
import { unzip } from '../../support/shared-gallery.ts'
import { dropFiles } from '../support/input/drop.ts'
import { downloadedBytes, createFixtureFolder, removeFolders } from '../support/files.ts'
import {
  button,
  checkbox,
  dialog,
  field,
  expectHidden,
  heading,
  link,
  list,
  progress,
  expectVisible,
  byText,
} from '../support/find.ts'
import { signIn } from '../support/input/forms.ts'
import { eventuallyVisible } from '../support/time.ts'
import { holdRequests } from '../support/network.ts'
import { fileName } from '../support/photos.ts'
import { setUpBrowser } from '../support/browser.ts'

const browser = setUpBrowser()
afterAll(removeFolders)

const photos = [
  'jpeg/Canon_EOS_1000D.jpg',
  'heic/iphone7-12mp.heic',
  'raw-built/canon-350d.cr2',
  'tiff/16bit-rgb.tif',
  'webp/denali.webp',
]
const names = photos.map(fileName)

/** Opens the link without a session. */
async function visit(url: string, device: 'desktop' | 'phone') {
  const opened = await browser.open(null, url, { device })
  const { page } = opened
  await expectVisible(heading(page, 'Iceland'))
  await expectVisible(byText(page, '5 photos'))
  await expectVisible(button(list(page, 'Photos'), 'Open Photo 1'))
  await button(page, 'Open Photo 1').click()
  await expectVisible(byText(dialog(page, 'Photo viewer'), '#1 of 5'))
  return opened
}

withFixtures('the main job', () => {
  it('L-MKT-02 L-UPL-09 L-AD-08 S-PANEL-02 S-PUB-14 from a folder of real photos to a shared gallery whose link is revoked', async () => {
    const owner = await browser.daymark.createUser()
    const { page } = await browser.open(null, '/', { permissions: ['clipboard-read', 'clipboard-write'] })
    await signIn(page, owner)
    await page.evaluate(() => Object.assign(window, { neverReloaded: true }))

    await expectVisible(heading(page, 'Welcome to Your Photo Gallery!'))
    await dropFiles(page, [createFixtureFolder(photos)])
    const uploader = dialog(page, 'Upload Photos')
    await expectVisible(list(uploader, 'Files to upload'))
    const release = await holdRequests(page, { url: '**/api/images', method: 'POST' })
    await button(uploader, 'Upload All').click()
    await expectVisible(progress(uploader, /^Upload of/))
    release()
    // the photos are updated without a reload
    await expectVisible(byText(page, 'Showing 1-5 of 5 photos'))
    await expectHidden(uploader)
    for (const name of names) await expectVisible(button(page, `Open ${name}`))
    expect(await byText(page, 'Processing…').count()).toBe(0)
    expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)

    await button(page, 'Like iphone7-12mp.heic').click()
    await expectVisible(page.getByRole('button', { name: 'Like iphone7-12mp.heic', pressed: true }))
    await link(page, 'Albums').click()
    await field(page, 'New album title').fill('Iceland')
    await field(page, 'New album title').press('Enter')
    await expectVisible(heading(page, 'Iceland'))
    await button(page, 'Add Existing Photos').first().click()
    const picker = dialog(page, 'Add Existing Photos')
    for (const name of names) await checkbox(picker, name).check()
    await button(picker, 'Add Selected').click()
    await expectHidden(picker)
    for (const name of names) await expectVisible(button(page, `Open ${name}`))

    await button(page, 'New Link').click()
    await button(page, 'Create Link').click()
    const toastShown = await eventuallyVisible(page, 'Link copied!')
    await button(page, 'Copy Link').click()
    await toastShown()
    const url = await page.evaluate(() => navigator.clipboard.readText())
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/share\/[\w-]{22,}$/)

    // visitors on a desktop and on a phone
    const phone = await visit(url, 'phone')
    const desktop = await visit(url, 'desktop')
    const heart = await owner.get<{ images: { id: string }[] }>('/api/images?is_favorite=true')
    expect(heart.body.images).toHaveLength(1)
    await button(desktop.page, 'Close').click()
    const [zip] = await Promise.all([
      desktop.page.waitForEvent('download'),
      link(desktop.page, 'Download Album (ZIP)').click(),
    ])
    const entries = unzip(await downloadedBytes(zip))
    expect(entries).toHaveLength(5)
    const jpeg = entries.find(({ name }) => name === 'Canon_EOS_1000D.jpg')
    expect(jpeg?.bytes.length).toBeGreaterThan(0.9 * readFixture('jpeg/Canon_EOS_1000D.jpg').length)

    await button(page, 'Revoke').click()
    await expectVisible(button(page, 'Reinstate'))
    for (const visitor of [phone, desktop]) {
      visitor.guard.expect(/status of 410/)
      await visitor.page.goto(url)
      await expectVisible(heading(visitor.page, 'Gallery Unavailable'))
      await expectVisible(byText(visitor.page, 'This gallery link may have expired or been removed.'))
      await expectVisible(byText(visitor.page, 'Please contact the photographer for a new link.'))
    }
  })
})
