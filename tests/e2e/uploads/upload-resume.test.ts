import sharp from 'sharp'
import { RESUMABLE_ABOVE_BYTES, type http } from '@daymark/contracts'
import type { SignedInUser } from '../../support/accounts.ts'
import { createAlbum } from '../../support/photos.ts'
import { axeViolations, contrastViolations, smallTargets } from '../support/reach/axe.ts'
import { dropFiles } from '../support/input/drop.ts'
import { createFiles, removeFolders, createFolder, chooseFiles, openUploader, uploadRows } from '../support/files.ts'
import { button, dialog, expectHidden, progress, expectVisible, byText } from '../support/find.ts'
import { eventuallyVisible } from '../support/time.ts'
import { breakableConnection } from '../support/network-line.ts'
import { failRequests, holdRequests, recordRequests } from '../support/network.ts'
import { sampleJpeg } from '../support/photos.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
afterAll(removeFolders)
let owner: SignedInUser
beforeEach(async () => {
  owner = await browser.daymark.createUser()
})
const images = async () => (await owner.get<http.ImageList>('/api/images')).body.images

describe('a lost connection', () => {
  it('a file above 8 MB resumes where it stopped, and every byte arrives', async () => {
    const bytes = await sharp({ create: { width: 2000, height: 1700, channels: 3, background: '#468' } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    expect(bytes.length).toBeGreaterThan(RESUMABLE_ABOVE_BYTES)
    const line = await breakableConnection(browser.daymark.url)
    const { page, guard } = await browser.open(owner, line.url)
    guard.expect(/ERR_/, new RegExp(`third party: ${line.url}`))
    // The page sends it five seconds after it was opened, possibly while the connection is lost.
    guard.expect(/The time zone could not be sent .* network error/)
    const offsets: string[] = []
    page.on('request', request => offsets.push(request.headers()['upload-offset'] ?? ''))
    const uploader = await openUploader(page)
    await chooseFiles(page, button(uploader, 'Choose From Library'), createFiles({ 'large.png': bytes }))
    line.breakAfter(bytes.length / 2)
    await button(uploader, 'Upload All').click()
    await expectVisible(byText(uploader, 'Connection lost. Uploads continue automatically.'))
    line.mend()
    // the missing part would stay in the queue
    await expectHidden(uploader)
    expect(Number(offsets.find(offset => offset !== ''))).toBeGreaterThan(1_000_000)
    const [photo] = await images()
    const kept = await owner.get(`/media/originals/${photo?.filename}`)
    expect(kept.bytes.equals(bytes)).toBe(true)
  })

  it('failed files stay after the uploader is closed and can be retried from any screen', async () => {
    const { page, guard } = await browser.open(owner, '/')
    guard.expect(/status of 500/)
    const uploader = await openUploader(page)
    await chooseFiles(page, button(uploader, 'Choose From Library'), createFiles({ 'one.jpg': await sampleJpeg(1) }))
    await failRequests(page, { url: '**/api/images', method: 'POST', times: 1 }, 500)
    await button(uploader, 'Upload All').click()
    await expectVisible(byText(uploader, 'Upload failed: 500'))
    await button(uploader, 'Close').click()
    await expectVisible(byText(page, '1 file was not uploaded'))
    expect([await axeViolations(page), await smallTargets(page, 24)]).toEqual([[], []])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await contrastViolations(page)).toEqual([])
    await button(page, 'Retry Failed').click()
    await expectHidden(byText(page, '1 file was not uploaded'))
    await pollUntil(async () => expect(await images()).toHaveLength(1))
  })
})

describe('folders', () => {
  it('are read recursively in the order of their paths; other files are named in one line', async () => {
    const photo = await sampleJpeg(1)
    const folder = createFolder({
      'Trip/Day 10/a.jpg': photo,
      'Trip/Day 2/b.jpg': await sampleJpeg(2),
      'Trip/b.jpg': await sampleJpeg(3),
      'Trip/.DS_Store': 'x',
      'Trip/Day 2/b.xmp': '<xmp/>',
      'Trip/Day 2/Thumbs.db': 'x',
    })
    const { page } = await browser.open(owner, '/')
    const uploader = await openUploader(page)
    const names = async () =>
      (await uploadRows(uploader).allInnerTexts()).map(text => text.split('\n').find(line => line.endsWith('.jpg')))
    await dropFiles(page, [folder], byText(uploader, 'Drop photos or folders here'))
    await pollUntil(async () => expect(await names()).toEqual(['b.jpg', 'b.jpg', 'a.jpg']))
    await expectVisible(byText(uploader, '3 files that are not photos were skipped: .DS_Store, .xmp, Thumbs.db'))
    await button(uploader, 'Clear').click()
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(uploader, 'Choose Folder').click()])
    await chooser.setFiles(folder)
    await pollUntil(async () => expect(await names()).toEqual(['b.jpg', 'b.jpg', 'a.jpg']))
  })
})

describe('duplicates', () => {
  it('are shown with the existing photo, skipped, and uploaded on request', async () => {
    const [first, second] = [await sampleJpeg(1), await sampleJpeg(2)]
    await owner.upload('/api/images', { name: 'earlier.jpg', bytes: first, type: 'image/jpeg' })
    await browser.daymark.settle()
    const { page } = await browser.open(owner, '/')
    const uploader = await openUploader(page)
    const paths = createFiles({ 'again.jpg': first, 'new.jpg': second, 'new copy.jpg': second })
    await chooseFiles(page, button(uploader, 'Choose From Library'), paths)
    await expectVisible(byText(uploadRows(uploader).nth(0), 'Already in your library'))
    await expectVisible(byText(uploadRows(uploader).nth(2), 'Duplicate in this list'))
    expect([await axeViolations(page), await smallTargets(page, 24)]).toEqual([[], []])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await contrastViolations(page)).toEqual([])
    const toastShown = await eventuallyVisible(page, '1 photo uploaded, 2 already in your library')
    await button(uploader, 'Upload All').click()
    await toastShown()
    await expectHidden(uploader)
    expect((await images()).map(image => image.original_filename)).toEqual(['new.jpg', 'earlier.jpg'])
    await openUploader(page)
    await chooseFiles(page, button(uploader, 'Choose From Library'), paths)
    await pollUntil(async () => expect(await byText(uploader, 'Already in your library').count()).toBe(3))
    await uploader.getByRole('switch', { name: 'Upload duplicates too' }).check()
    await button(uploader, 'Upload All').click()
    await expectHidden(uploader)
    expect(await images()).toHaveLength(5)
  })

  it('L-UPL-13 are added to the album of the upload', async () => {
    const bytes = await sampleJpeg(1)
    const { body } = await owner.upload<http.Image>('/api/images', { name: 'earlier.jpg', bytes, type: 'image/jpeg' })
    await browser.daymark.settle()
    const album = await createAlbum(owner, 'Coast')
    const { page } = await browser.open(owner, `/albums/${album.id}`)
    await button(page, 'Upload to Album').first().click()
    const uploader = dialog(page, 'Upload to Album')
    await chooseFiles(page, button(uploader, 'Choose From Library'), createFiles({ 'again.jpg': bytes }))
    const requests = recordRequests(page, /^POST .*\/images$/)
    await expectVisible(byText(uploader, 'Already in your library'))
    const toastShown = await eventuallyVisible(uploader, 'Already in your library. Added to the album.')
    await button(uploader, 'Upload All').click()
    await toastShown()
    await expectVisible(button(page, 'Open earlier.jpg'))
    expect(requests).toEqual([`POST /api/albums/${album.id}/images`])
    expect((await images()).map(({ id }) => id)).toEqual([body.id])
  })
})

describe('leaving the page', () => {
  it('asks for confirmation during an upload, and not before or after', async () => {
    const { page } = await browser.open(owner, '/')
    const asked: string[] = []
    page.on('dialog', question => {
      asked.push(question.type())
      void question.dismiss()
    })
    const uploader = await openUploader(page)
    await chooseFiles(page, button(uploader, 'Choose From Library'), createFiles({ 'one.jpg': await sampleJpeg(1) }))
    const release = await holdRequests(page, { url: '**/api/images', method: 'POST' })
    await button(uploader, 'Upload All').click()
    await pollUntil(async () => expect(await progress(uploader, 'Upload of one.jpg').count()).toBe(1))
    await page.evaluate(() => location.reload())
    await pollUntil(() => expect(asked).toEqual(['beforeunload']))
    expect(await uploadRows(uploader).count()).toBe(1)
    release()
    await expectHidden(uploader)
    await Promise.all([page.waitForEvent('load'), page.evaluate(() => location.reload())])
    expect(asked).toEqual(['beforeunload'])
    await expectVisible(byText(page, 'Showing 1-1 of 1 photos'))
  })
})
