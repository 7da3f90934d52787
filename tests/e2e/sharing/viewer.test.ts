import type { http } from '@daymark/contracts'
import type { Locator, Page } from 'playwright-core'
import { unzip } from '../../support/shared-gallery.ts'
import { bytesOf } from '../support/files.ts'
import { button, dialog, gone, heading, link, list, shown, words } from '../support/find.ts'
import { drawing } from '../support/photos.ts'
import { sharedAlbum, type SharedAlbum } from '../support/shared-album.ts'
import { setStage } from '../support/stage.ts'
import { swipe } from '../support/input/touch.ts'
import { pollUntil } from '@daymark/testing/outside'

const stage = setStage()
let shared: SharedAlbum
beforeAll(async () => {
  shared = await sharedAlbum(stage.daymark)
})

async function visit(path = shared.path, look: Parameters<typeof stage.open>[2] = {}) {
  const opened = await stage.open(null, path, look)
  await shown(heading(opened.page, 'Iceland'))
  return opened
}
async function open(page: Page, label: string): Promise<Locator> {
  await button(list(page, 'Photos'), `Open ${label}`).click()
  const viewer = dialog(page, 'Photo viewer')
  await shown(viewer)
  return viewer
}
const isAt = (viewer: Locator, n: number) => shown(words(viewer, `#${n} of 4`))

describe('the viewer of the public gallery', () => {
  it('S-PUB-06 S-PUB-07 S-PUB-11 S-PUB-12 moves by buttons and arrow keys, wraps, and Escape closes', async () => {
    const { page } = await visit()
    const viewer = await open(page, 'First light')
    await isAt(viewer, 1)
    await button(viewer, 'Previous photo').click()
    await isAt(viewer, 4)
    await button(viewer, 'Next photo').click()
    await isAt(viewer, 1)
    await page.keyboard.press('ArrowLeft')
    await isAt(viewer, 4)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await isAt(viewer, 2)
    await page.keyboard.press('Escape')
    await gone(viewer)
    await shown(heading(page, 'Iceland'))
  })

  it('S-PUB-05 has a gallery view with all photos', async () => {
    const { page } = await visit()
    const viewer = await open(page, 'Noon')
    await button(viewer, 'Gallery').click()
    const sheet = list(viewer, 'Contact sheet')
    await pollUntil(async () => expect(await sheet.getByRole('button').count()).toBe(4))
    await button(sheet, 'Open photo 3: Photo 3').click()
    await isAt(viewer, 3)
    await button(viewer, 'Gallery').click()
    await button(viewer, 'Single').click()
    await isAt(viewer, 3)
  })

  it('S-PUB-09 S-PUB-10 shows title and caption', async () => {
    const { page } = await visit()
    const viewer = await open(page, 'First light')
    await shown(heading(viewer, 'First light'))
    await shown(words(viewer, 'At the pier'))
  })

  it('S-PUB-09 hides titles where the link hides them, but not captions', async () => {
    const { path } = await sharedAlbum(stage.daymark, { count: 2, share: { show_titles: false } })
    const { page } = await visit(path)
    expect(await words(page, 'First light').count()).toBe(0)
    await open(page, 'Photo 1')
    await shown(words(page, 'At the pier'))
    expect(await words(page, 'First light').count()).toBe(0)
  })

  it('the open photo is in the address: it can be sent on, and Back closes it', async () => {
    const { page } = await visit()
    const viewer = await open(page, 'Noon')
    await pollUntil(() => expect(page.url()).toContain(`photo=${shared.photos[1]?.id}`))
    const url = page.url()
    await page.goBack()
    await gone(viewer)
    await page.goto(url)
    await isAt(dialog(page, 'Photo viewer'), 2)
    await button(page, 'Close').click()
    await gone(viewer)
    await shown(heading(page, 'Iceland'))
  })

  it('S-PUB-08 a finger swipes on a touch screen', async () => {
    const { page } = await visit(shared.path, { hasTouch: true })
    const viewer = await open(page, 'First light')
    await swipe(page, { x: 800, y: 400 }, { x: 500, y: 410 })
    await isAt(viewer, 2)
    await swipe(page, { x: 500, y: 400 }, { x: 800, y: 410 })
    await swipe(page, { x: 500, y: 400 }, { x: 800, y: 410 })
    await isAt(viewer, 4)
  })
})

describe('on a phone', () => {
  it('S-PUB-13 S-PUB-08 L-VAL-15 a carousel is swiped through and wraps; a short move changes nothing', async () => {
    const { page } = await visit(shared.path, { device: 'phone' })
    const viewer = await open(page, 'First light')
    expect(await button(viewer, 'Gallery').count()).toBe(0)
    await swipe(page, { x: 300, y: 400 }, { x: 90, y: 410 })
    await isAt(viewer, 2)
    await swipe(page, { x: 200, y: 400 }, { x: 160, y: 400 })
    await isAt(viewer, 2)
    await swipe(page, { x: 90, y: 400 }, { x: 300, y: 400 })
    await isAt(viewer, 1)
    await swipe(page, { x: 90, y: 400 }, { x: 300, y: 400 })
    await isAt(viewer, 4)
    await swipe(page, { x: 300, y: 400 }, { x: 90, y: 400 })
    await isAt(viewer, 1)
    await page.goBack()
    await gone(viewer)
  })
})

describe('downloads', () => {
  it('S-PUB-03 a photo is the original, the ZIP has all of them under their names', async () => {
    const { page } = await visit()
    const [zip] = await Promise.all([page.waitForEvent('download'), link(page, 'Download Album (ZIP)').click()])
    expect(zip.suggestedFilename()).toBe('Iceland.zip')
    expect(unzip(await bytesOf(zip)).map(({ name }) => name)).toEqual([1, 2, 3, 4].map(n => `Dune ${n}.jpg`))
    const viewer = await open(page, 'Noon')
    const [photo] = await Promise.all([page.waitForEvent('download'), link(viewer, 'Download').click()])
    expect(photo.suggestedFilename()).toBe('Dune 2.jpg')
    const [original, taken] = [await drawing(2), await bytesOf(photo)]
    expect(taken.subarray(-500)).toEqual(original.subarray(-500))
  })

  it('S-PUB-03 S-SHARE-15 a link without downloads offers none', async () => {
    const { path } = await sharedAlbum(stage.daymark, { count: 1, share: { allow_downloads: false } })
    const { page } = await visit(path)
    await open(page, 'First light')
    expect(await page.getByRole('link', { name: /Download/ }).count()).toBe(0)
  })
})

type Noted = { type: string; photo_id: string | null; data: unknown }
/** What the server keeps of the visits to a link, once there is so much. */
async function untilNoted({ id }: http.Share, count: number): Promise<Noted[]> {
  let noted: Noted[] = []
  await pollUntil(async () => {
    noted = await stage.daymark.db('sharing').sql(
      `SELECT e.type, e.photo_id, e.data FROM visit_events e JOIN visits v ON v.id = e.visit_id
       WHERE v.link_id = $1 ORDER BY e.id`,
      [id],
    )
    expect(noted.length).toBe(count)
  })
  return noted
}

describe('what the owner learns', () => {
  it('S-PUB-18 S-TRK-01 S-TRK-02 S-SHARE-20 of opening, looking, downloading, closing and leaving', async () => {
    const { owner, link: share, path, photos } = await sharedAlbum(stage.daymark, { count: 2 })
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
    const { page } = await stage.open(null, path, { userAgent })
    const viewer = await open(page, 'First light')
    await page.keyboard.press('ArrowRight')
    await shown(words(viewer, '#2 of 2'))
    await Promise.all([page.waitForEvent('download'), link(viewer, 'Download').click()])
    await page.keyboard.press('Escape')
    await gone(viewer)
    // what is under way when the page is left is sent beside page_leave, and not before it
    await untilNoted(share, 6)
    await page.goto('/login')
    // The browser reports nothing of what a page sends while it is being left.
    const noted = await untilNoted(share, 7)
    expect(noted.map(({ type, photo_id }) => [type, photo_id])).toEqual([
      ['page_view', null],
      ['lightbox_open', photos[0]?.id],
      ['photo_view', photos[0]?.id],
      ['photo_view', photos[1]?.id],
      ['download', photos[1]?.id],
      ['lightbox_close', photos[1]?.id],
      ['page_leave', null],
    ])
    expect(noted[4]).toMatchObject({ data: { type: 'single_image', count: 1 } })
    await pollUntil(async () => {
      const [seen] = (await owner.get<http.Share[]>('/api/shares')).body
      expect(seen).toMatchObject({ id: share.id, view_count: 1 })
    })
  })
})
