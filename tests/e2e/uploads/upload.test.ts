import type { Locator, Page } from 'playwright-core'
import type { Member } from '../../support/people.ts'
import { stopClock } from '../support/clock.ts'
import { filesOf, removeFolders } from '../support/files.ts'
import { button, dialog, gone, link, progress, shown, words } from '../support/find.ts'
import { coming } from '../support/lasting.ts'
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

  it('L-UPL-09 L-UPL-10 L-UPL-11 sends one file after another, counts them, and closes 2 seconds later', async () => {
    const { page } = await stage.open(owner, '/')
    const uploader = await openUploader(page)
    await choose(page, button(uploader, 'Choose From Library'), await drawings(4))
    const said = await coming(page, '4 photos uploaded')
    await stopClock(page)
    const release = await hold(page, { url: '**/api/images', method: 'POST' })
    const posts = requestsOf(page, /^POST .*\/images$/)
    await button(uploader, 'Upload All').click()
    await shown(progress(uploader, 'Upload of Dune 1.jpg'))
    await pollUntil(() => expect(posts).toHaveLength(1))
    release()
    await shown(words(uploader, '4 of 4 uploaded'))
    await said()
    expect(posts).toHaveLength(4)
    await page.clock.runFor(1900)
    expect(await words(uploader, '4 of 4 uploaded').count()).toBe(1)
    await page.clock.runFor(200)
    await gone(uploader)
    await page.clock.resume()
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
})

/** Noise does not compress: a file whose size is known. */
async function noise(edge: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const create = { width: edge, height: edge, channels: 3 as const, background: '#888' }
  return sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .png()
    .toBuffer()
}
