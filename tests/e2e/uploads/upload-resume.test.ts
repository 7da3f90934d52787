import { RESUMABLE_ABOVE, type http } from '@daymark/contracts'
import sharp from 'sharp'
import type { Member } from '../../support/people.ts'
import { albumOf } from '../../support/photos.ts'
import { allRules, contrast, smallTargets } from '../support/reach/axe.ts'
import { dropFiles } from '../support/input/drop.ts'
import { filesOf, removeFolders, treeOf } from '../support/files.ts'
import { button, dialog, gone, progress, shown, words } from '../support/find.ts'
import { coming } from '../support/lasting.ts'
import { lineTo } from '../support/network-line.ts'
import { fail, hold, requestsOf } from '../support/network.ts'
import { drawing } from '../support/photos.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'
import { choose, openUploader, rows } from '../support/uploader.ts'

const stage = setStage()
afterAll(removeFolders)
let owner: Member
beforeEach(async () => {
  owner = await stage.daymark.user()
})
const images = async () => (await owner.get<http.ImageList>('/api/images')).body.images

describe('a lost connection', () => {
  it('a file above 8 MB goes on where it stopped, and every byte arrives', async () => {
    const bytes = await sharp({ create: { width: 2000, height: 1700, channels: 3, background: '#468' } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    expect(bytes.length).toBeGreaterThan(RESUMABLE_ABOVE)
    const line = await lineTo(stage.daymark.url)
    const { page, guard } = await stage.open(owner, line.url)
    guard.expect(/ERR_/, new RegExp(`third party: ${line.url}`))
    const offsets: string[] = []
    page.on('request', request => offsets.push(request.headers()['upload-offset'] ?? ''))
    const uploader = await openUploader(page)
    await choose(page, button(uploader, 'Choose From Library'), filesOf({ 'large.png': bytes }))
    line.breakAfter(bytes.length / 2)
    await button(uploader, 'Upload All').click()
    await shown(words(uploader, 'Connection lost. Uploads continue automatically.'))
    line.mend()
    // with what did not arrive it would stay
    await gone(uploader)
    expect(Number(offsets.find(offset => offset !== ''))).toBeGreaterThan(1_000_000)
    const [photo] = await images()
    const kept = await owner.get(`/media/originals/${photo?.filename}`)
    expect(kept.bytes.equals(bytes)).toBe(true)
  })

  it('what failed outlives the uploader and is tried again from anywhere', async () => {
    const { page, guard } = await stage.open(owner, '/')
    guard.expect(/status of 500/)
    const uploader = await openUploader(page)
    await choose(page, button(uploader, 'Choose From Library'), filesOf({ 'one.jpg': await drawing(1) }))
    await fail(page, { url: '**/api/images', method: 'POST', times: 1 }, 500)
    await button(uploader, 'Upload All').click()
    await shown(words(uploader, 'Upload failed: 500'))
    await button(uploader, 'Close').click()
    await shown(words(page, '1 file was not uploaded'))
    expect([await allRules(page), await smallTargets(page, 24)]).toEqual([[], []])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await contrast(page)).toEqual([])
    await button(page, 'Retry failed').click()
    await gone(words(page, '1 file was not uploaded'))
    await pollUntil(async () => expect(await images()).toHaveLength(1))
  })
})

describe('folders', () => {
  it('are walked through, in the order of their paths; what is no photo is named in one line', async () => {
    const photo = await drawing(1)
    const folder = treeOf({
      'Trip/Day 10/a.jpg': photo,
      'Trip/Day 2/b.jpg': await drawing(2),
      'Trip/b.jpg': await drawing(3),
      'Trip/.DS_Store': 'x',
      'Trip/Day 2/b.xmp': '<xmp/>',
      'Trip/Day 2/Thumbs.db': 'x',
    })
    const { page } = await stage.open(owner, '/')
    const uploader = await openUploader(page)
    const names = async () =>
      (await rows(uploader).allInnerTexts()).map(text => text.split('\n').find(line => line.endsWith('.jpg')))
    await dropFiles(page, [folder], words(uploader, 'Drop photos or folders here'))
    await pollUntil(async () => expect(await names()).toEqual(['b.jpg', 'b.jpg', 'a.jpg']))
    await shown(words(uploader, '3 files that are no photos were left out: .DS_Store, .xmp, Thumbs.db'))
    await button(uploader, 'Clear').click()
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(uploader, 'Choose Folder').click()])
    await chooser.setFiles(folder)
    await pollUntil(async () => expect(await names()).toEqual(['b.jpg', 'b.jpg', 'a.jpg']))
  })
})

describe('duplicates', () => {
  it('are shown with the photo that is there, left out, and uploaded where that is wanted', async () => {
    const [first, second] = [await drawing(1), await drawing(2)]
    await owner.upload('/api/images', { name: 'earlier.jpg', bytes: first, type: 'image/jpeg' })
    await stage.daymark.settle()
    const { page } = await stage.open(owner, '/')
    const uploader = await openUploader(page)
    const paths = filesOf({ 'again.jpg': first, 'new.jpg': second, 'new copy.jpg': second })
    await choose(page, button(uploader, 'Choose From Library'), paths)
    await shown(words(rows(uploader).nth(0), 'Already in your library'))
    await shown(words(rows(uploader).nth(2), 'Twice in this list'))
    expect([await allRules(page), await smallTargets(page, 24)]).toEqual([[], []])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await contrast(page)).toEqual([])
    const said = await coming(page, '1 photo uploaded, 2 already in your library')
    await button(uploader, 'Upload All').click()
    await said()
    await gone(uploader)
    expect((await images()).map(image => image.original_filename)).toEqual(['new.jpg', 'earlier.jpg'])
    await openUploader(page)
    await choose(page, button(uploader, 'Choose From Library'), paths)
    await pollUntil(async () => expect(await words(uploader, 'Already in your library').count()).toBe(3))
    await uploader.getByRole('switch', { name: 'Upload duplicates too' }).check()
    await button(uploader, 'Upload All').click()
    await gone(uploader)
    expect(await images()).toHaveLength(5)
  })

  it('L-UPL-13 are added to the album they were uploaded to', async () => {
    const bytes = await drawing(1)
    const { body } = await owner.upload<http.Image>('/api/images', { name: 'earlier.jpg', bytes, type: 'image/jpeg' })
    await stage.daymark.settle()
    const album = await albumOf(owner, 'Coast')
    const { page } = await stage.open(owner, `/albums/${album.id}`)
    await button(page, 'Upload to Album').first().click()
    const uploader = dialog(page, 'Upload to Album')
    await choose(page, button(uploader, 'Choose From Library'), filesOf({ 'again.jpg': bytes }))
    const requests = requestsOf(page, /^POST .*\/images$/)
    await shown(words(uploader, 'Already in your library'))
    const said = await coming(uploader, 'Already in your library. Added to the album.')
    await button(uploader, 'Upload All').click()
    await said()
    await shown(button(page, 'Open earlier.jpg'))
    expect(requests).toEqual([`POST /api/albums/${album.id}/images`])
    expect((await images()).map(({ id }) => id)).toEqual([body.id])
  })
})

describe('leaving the page', () => {
  it('asks first as long as something is uploaded, and not before or after', async () => {
    const { page } = await stage.open(owner, '/')
    const asked: string[] = []
    page.on('dialog', question => {
      asked.push(question.type())
      void question.dismiss()
    })
    const uploader = await openUploader(page)
    await choose(page, button(uploader, 'Choose From Library'), filesOf({ 'one.jpg': await drawing(1) }))
    const letGo = await hold(page, { url: '**/api/images', method: 'POST' })
    await button(uploader, 'Upload All').click()
    await pollUntil(async () => expect(await progress(uploader, 'Upload of one.jpg').count()).toBe(1))
    await page.evaluate(() => location.reload())
    await pollUntil(() => expect(asked).toEqual(['beforeunload']))
    expect(await rows(uploader).count()).toBe(1)
    letGo()
    await gone(uploader)
    await Promise.all([page.waitForEvent('load'), page.evaluate(() => location.reload())])
    expect(asked).toEqual(['beforeunload'])
    await shown(words(page, 'Showing 1-1 of 1 photos'))
  })
})
