import type { http } from '@daymark/contracts'
import { fixture, withFixtures } from '@daymark/testing/outside'
import type { Member } from '../../support/people.ts'
import { albumOf } from '../../support/photos.ts'
import { filesOf, removeFolders } from '../support/files.ts'
import { button, dialog, gone, shown, words } from '../support/find.ts'
import { stopClock } from '../support/clock.ts'
import { allRules, contrast, smallTargets } from '../support/reach/axe.ts'
import { fail, loseAnswer, requestsOf } from '../support/network.ts'
import { drawing } from '../support/photos.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'
import { choose, openUploader, rows } from '../support/uploader.ts'

const stage = setStage()
afterAll(removeFolders)
let owner: Member
let paths: string[]
beforeAll(async () => {
  paths = filesOf({ 'one.jpg': await drawing(1), 'two.jpg': await drawing(2), 'three.jpg': await drawing(3) })
})
beforeEach(async () => {
  owner = await stage.daymark.user()
})
const total = async () => (await owner.get<http.ImageList>('/api/images')).body.total
const upload = { url: '**/api/images', method: 'POST' }

describe('uploads that fail', () => {
  it.each([
    [500 as const, 'Upload failed: 500', /status of 500/],
    [413 as const, 'Upload failed: 413', /status of 413/],
  ])('L-UPL-16 L-UPL-18 %s marks the file "%s", and the others go on', async (how, text, logged) => {
    const { page, guard } = await stage.open(owner, '/')
    guard.expect(logged)
    const uploader = await openUploader(page)
    await choose(page, button(uploader, 'Choose From Library'), paths)
    await fail(page, { ...upload, times: 1 }, how)
    await stopClock(page)
    await button(uploader, 'Upload All').click()
    await shown(words(rows(uploader).first(), text))
    await shown(words(page, '2 photos uploaded'))
    expect(await total()).toBe(2)
    // the list goes, what failed does not
    await page.clock.resume()
    await shown(words(uploader, '1 file was not uploaded'))
    await shown(words(uploader, 'one.jpg'))
    await button(uploader, 'Retry failed').click()
    await gone(uploader)
    expect(await total()).toBe(3)
  })

  it.each([
    ['network' as const, 'Upload failed', 'Connection lost.', /ERR_FAILED/],
    [502 as const, 'Upload failed: 502', 'The server does not answer.', /status of 502/],
  ])('L-UPL-17 after %s the queue says that it continues, and sends every file once', async (...given) => {
    const [how, text, cause, logged] = given
    const { page, guard } = await stage.open(owner, '/')
    guard.expect(logged)
    const uploader = await openUploader(page)
    await choose(page, button(uploader, 'Choose From Library'), paths)
    const mend = await fail(page, upload, how)
    await button(uploader, 'Upload All').click()
    await shown(words(rows(uploader).first(), text))
    await shown(words(uploader, `${cause} Uploads continue automatically.`))
    expect([await allRules(page), await smallTargets(page, 24)]).toEqual([[], []])
    await button(uploader, 'Close').click()
    await shown(words(page, `${cause} Uploads continue automatically.`))
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await contrast(page)).toEqual([])
    await mend()
    await pollUntil(async () => expect(await total()).toBe(3))
    await gone(words(page, `${cause} Uploads continue automatically.`))
    expect(await total()).toBe(3)
  })

  it('a file whose answer was lost is tried again without becoming two photos', async () => {
    const { page, guard } = await stage.open(owner, '/')
    guard.expect(/ERR_CONNECTION_RESET/)
    const uploader = await openUploader(page)
    await choose(page, button(uploader, 'Choose From Library'), paths.slice(0, 1))
    await loseAnswer(page, '*/api/images')
    const posts = requestsOf(page, /^POST .*\/images$/)
    await button(uploader, 'Upload All').click()
    await gone(uploader)
    expect(posts).toEqual(['POST /api/images'])
    expect(await total()).toBe(1)
  })

  it('L-UPL-19 L-ERR-10 a photo that could not be added to its album is uploaded all the same', async () => {
    const album = await albumOf(owner, 'Coast')
    const { page, guard } = await stage.open(owner, `/albums/${album.id}`)
    guard.expect(/status of 500/, /Adding the uploaded photo to the album failed/)
    await fail(page, { url: `**/api/albums/${album.id}/images`, method: 'POST' }, 500)
    await button(page, 'Upload to Album').first().click()
    const uploader = dialog(page, 'Upload to Album')
    await choose(page, button(uploader, 'Choose From Library'), paths.slice(0, 1))
    await stopClock(page)
    await button(uploader, 'Upload All').click()
    await shown(uploader.getByRole('img', { name: 'Uploaded' }))
    await page.clock.resume()
    await gone(uploader)
    expect(await total()).toBe(1)
  })
})

describe('files that are no photos', () => {
  it('L-BLK-01 L-BLK-02 L-BLK-03 L-BLK-04 L-UPL-12 are named in the blocked-file modal, the photos beside them are kept', async () => {
    const { page } = await stage.open(owner, '/')
    const uploader = await openUploader(page)
    const others = filesOf({ 'contract.pdf': '%PDF-1.7', 'notes.txt': 'notes', README: 'none' })
    await choose(page, button(uploader, 'Choose From Library'), [...others, ...paths.slice(0, 1)])
    const blocked = dialog(page, /“.+”/)
    await shown(blocked)
    await shown(words(blocked, 'We do not allow .pdf files to be uploaded.'))
    await shown(words(blocked, 'We do not allow .txt files to be uploaded.'))
    await shown(words(blocked, 'We do not allow files without an extension to be uploaded.'))
    expect(await blocked.getByRole('listitem').allInnerTexts()).toEqual([
      'JPEG',
      'PNG',
      'GIF',
      'WebP',
      'BMP',
      'HEIC/HEIF',
      'AVIF',
      'TIFF',
      'RAW formats',
    ])
    await button(blocked, 'I Understand').click()
    await gone(blocked)
    expect(await rows(uploader).count()).toBe(1)
  })
})

withFixtures('files that only look like photos', () => {
  it('L-UPL-16 are refused by the server, and its reason is shown', async () => {
    const { page, guard } = await stage.open(owner, '/')
    guard.expect(/status of 415/)
    const uploader = await openUploader(page)
    const files = ['bad/text-renamed.jpg', 'bad/svg-renamed.png', 'jpeg/no-exif.jpg']
    await choose(page, button(uploader, 'Choose From Library'), files.map(fixture))
    await stopClock(page)
    await button(uploader, 'Upload All').click()
    await pollUntil(async () => expect(await words(uploader, /^Upload failed: 415/).count()).toBe(2))
    await page.clock.resume()
    await shown(words(uploader, '2 files were not uploaded'))
    await button(uploader, 'Close').click()
    await shown(words(page, 'Showing 1-1 of 1 photos'))
  })

  it('a damaged photo is kept and says that it has no preview', async () => {
    await owner.upload('/api/images', fixture('raw/olympus-first128b.orf'))
    const { page } = await stage.open(owner, '/')
    const broken = button(page, /^Open olympus-first128b\.orf/)
    await shown(words(broken, /No preview/))
    await broken.click()
    await shown(dialog(page, 'Photo viewer'))
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})
