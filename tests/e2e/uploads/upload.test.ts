import type { http } from '@daymark/contracts'
import { fixture, withFixtures } from '@daymark/testing/outside'
import type { Locator, Page } from 'playwright-core'
import type { Member } from '../../support/people.ts'
import { albumOf } from '../../support/photos.ts'
import { stopClock } from '../support/clock.ts'
import { dropFiles } from '../support/input/drop.ts'
import { filesOf, removeFolders } from '../support/files.ts'
import { button, dialog, gone, link, progress, shown, words } from '../support/find.ts'
import { coming, lasting } from '../support/lasting.ts'
import { isPainted } from '../support/look.ts'
import { hold, requestsOf } from '../support/network.ts'
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

async function drawings(count: number, prefix = 'Dune'): Promise<string[]> {
  const files = await Promise.all(
    Array.from({ length: count }, async (_, n) => [`${prefix} ${n + 1}.jpg`, await drawing(n)]),
  )
  return filesOf(Object.fromEntries(files) as Record<string, Buffer>)
}
const total = async () => (await owner.get<http.ImageList>('/api/images')).body.total

describe('choosing files', () => {
  it('L-UPL-02 L-UPL-04 L-UPL-05 L-UPL-07 L-UPL-08 lists what was chosen, adds more, removes one and clears', async () => {
    const { page } = await stage.open(owner, '/')
    const uploader = await openUploader(page)
    await shown(words(uploader, 'Drop photos or folders here'))
    await choose(page, button(uploader, 'Choose From Library'), await drawings(2))
    await pollUntil(async () => expect(await rows(uploader).count()).toBe(2))
    await shown(button(uploader, 'Upload All'))
    await pollUntil(async () => expect(await isPainted(rows(uploader).first())).toBe(true))
    await shown(words(uploader, 'Drop more photos or folders here'))
    await choose(page, button(uploader, 'Add Photos'), await drawings(1, 'Rock'))
    await pollUntil(async () => expect(await rows(uploader).count()).toBe(3))
    await button(uploader, 'Remove Dune 2.jpg').click()
    expect((await rows(uploader).allInnerTexts()).map(text => text.split('\n')[0])).toEqual([
      'Dune 1.jpg',
      'Rock 1.jpg',
    ])
    await button(uploader, 'Clear').click()
    await shown(words(uploader, 'Drop photos or folders here'))
    expect(await total()).toBe(0)
  })

  it('L-UPL-03 Take Photo asks the camera for one image', async () => {
    const { page } = await stage.open(owner, '/')
    const uploader = await openUploader(page)
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(uploader, 'Take Photo').click()])
    expect(chooser.isMultiple()).toBe(false)
    expect(await chooser.element().getAttribute('accept')).toBe('image/*')
    expect(await chooser.element().getAttribute('capture')).toBe('environment')
  })

  it('L-UPL-15 shows sizes as bytes, KB or MB', async () => {
    const { page } = await stage.open(owner, '/')
    const uploader = await openUploader(page)
    const files = { 'a.jpg': 1023, 'b.jpg': 1024, 'c.jpg': 1_048_524, 'd.jpg': 1_048_576, 'e.jpg': 3_565_158 }
    const paths = filesOf(Object.fromEntries(Object.entries(files).map(([name, size]) => [name, Buffer.alloc(size)])))
    await choose(page, button(uploader, 'Choose From Library'), paths)
    for (const [n, size] of ['1023 bytes', '1.0 KB', '1023.9 KB', '1.0 MB', '3.4 MB'].entries())
      await pollUntil(async () => expect(await rows(uploader).nth(n).innerText()).toContain(size))
  })

  it('L-UPL-02 L-UPL-12 takes files that are dropped on it', async () => {
    const { page } = await stage.open(owner, '/')
    const uploader = await openUploader(page)
    await dropFiles(page, await drawings(2), words(uploader, 'Drop photos or folders here'))
    await pollUntil(async () => expect(await rows(uploader).count()).toBe(2))
  })
})

/** What the bar of the only file has shown since it was there; the page notes it itself. */
async function watchProgress(bar: Locator): Promise<() => Promise<number[]>> {
  const seen = await bar.evaluateHandle(element => {
    const values: number[] = []
    const note = () => values.push(Number(element.getAttribute('aria-valuenow')))
    new MutationObserver(note).observe(element, { attributeFilter: ['aria-valuenow'] })
    note()
    return values
  })
  return () => seen.jsonValue()
}

/** By the browser's own clock: each upload began after the one before it was answered. */
async function wereOneByOne(page: Page, count: number): Promise<boolean> {
  const times = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, initiatorType }) => name.endsWith('/api/images') && initiatorType === 'xmlhttprequest')
      .map(({ startTime, responseEnd }) => ({ startTime, responseEnd })),
  )
  expect(times).toHaveLength(count)
  return times.every(({ startTime }, n) => n === 0 || startTime >= (times[n - 1]?.responseEnd ?? 0))
}

/** Answers how to let everything through again. */
async function throttle(page: Page, bytesPerSecond: number): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page)
  const limit = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
    })
  await limit(bytesPerSecond)
  return () => limit(-1)
}

describe('sending files', () => {
  it('L-UPL-06 shows how far a file is, and when it is complete', async () => {
    const { page } = await stage.open(owner, '/')
    const uploader = await openUploader(page)
    const [path] = filesOf({ 'large.png': await noise(700) })
    await choose(page, button(uploader, 'Choose From Library'), [path ?? ''])
    await stopClock(page)
    const letThrough = await throttle(page, 100_000)
    await button(uploader, 'Upload All').click()
    const seen = await watchProgress(progress(uploader, 'Upload of large.png'))
    await pollUntil(async () => expect(new Set(await seen()).size).toBeGreaterThan(3))
    await letThrough()
    await shown(uploader.getByRole('img', { name: 'Uploaded' }))
    const values = await seen()
    expect(values).toEqual(values.toSorted((a, b) => a - b))
    expect(values.at(-1)).toBe(100)
  })

  it('L-UPL-09 L-UPL-10 L-UPL-11 sends one file after another, counts them, and is gone 2 seconds later', async () => {
    const { page } = await stage.open(owner, '/')
    const uploader = await openUploader(page)
    await choose(page, button(uploader, 'Choose From Library'), await drawings(4))
    const [said, time] = [await coming(page, '4 photos uploaded'), await lasting(page, '4 of 4 uploaded')]
    await button(uploader, 'Upload All').click()
    await said()
    const ms = await time()
    expect(ms).toBeGreaterThan(1000)
    expect(ms).toBeLessThan(4000)
    await gone(uploader)
    expect(await wereOneByOne(page, 4)).toBe(true)
    await shown(words(page, 'Showing 1-4 of 4 photos'))
  })

  it('goes on when the uploader is closed, says how far it is, and is found again', async () => {
    const { page } = await stage.open(owner, '/')
    const uploader = await openUploader(page)
    await choose(page, button(uploader, 'Choose From Library'), await drawings(3))
    const letGo = await hold(page, { url: '**/api/images', method: 'POST' })
    await button(uploader, 'Upload All').click()
    await button(uploader, 'Close').click()
    await link(page, 'Albums').click()
    await shown(words(page, 'Uploading 1 of 3'))
    await link(page, 'Photos').click()
    await openUploader(page)
    expect(await rows(dialog(page, 'Upload Photos')).count()).toBe(3)
    await button(dialog(page, 'Upload Photos'), 'Close').click()
    letGo()
    await shown(words(page, 'Showing 1-3 of 3 photos'))
    await gone(words(page, /^Uploading/))
  })

  it('L-AD-08 L-UPL-01 L-UPL-13 an upload to an album is followed by adding each photo to it', async () => {
    const album = await albumOf(owner, 'Coast')
    const { page } = await stage.open(owner, `/albums/${album.id}`)
    await button(page, 'Upload to Album').first().click()
    const uploader = dialog(page, 'Upload to Album')
    await choose(page, button(uploader, 'Choose From Library'), await drawings(2))
    const requests = requestsOf(page, /^POST .*\/images$/)
    await button(uploader, 'Upload All').click()
    await gone(uploader)
    const one = ['POST /api/images', `POST /api/albums/${album.id}/images`]
    expect(requests).toEqual([...one, ...one])
    for (const n of [1, 2]) await shown(button(page, `Open Dune ${n}.jpg`))
  })
})

withFixtures('formats in the browser', () => {
  it('L-FMT-06 L-FMT-08 L-FMT-09 L-UPL-14 HEIC, TIFF, RAW and AVIF are taken, whatever the browser calls their type', async () => {
    const { page } = await stage.open(owner, '/')
    const uploader = await openUploader(page)
    const files = [
      'heic/collection.heic',
      'tiff/subsampled-jpeg.tif',
      'raw-built/sony-zv-e10.arw',
      'raw-built/fuji-s5pro.raf',
    ]
    await choose(page, button(uploader, 'Choose From Library'), files.map(fixture))
    await pollUntil(async () => expect(await rows(uploader).count()).toBe(4))
    await button(uploader, 'Upload All').click()
    for (const name of ['collection.heic', 'subsampled-jpeg.tif', 'sony-zv-e10.arw', 'fuji-s5pro.raf'])
      await button(page, `Open ${name}`).waitFor({ state: 'attached' })
  })
})

/** Noise does not compress: a file whose size is known. */
async function noise(edge: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const create = { width: edge, height: edge, channels: 3 as const, background: '#888' }
  return sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .png()
    .toBuffer()
}
