import type { Locator, Page } from 'playwright-core'
import type { SignedInUser } from '../../support/accounts.ts'
import { stopClock } from '../support/time.ts'
import { createFiles, removeFolders, chooseFiles, openUploader, uploadRows } from '../support/files.ts'
import { button, dialog, expectHidden, link, progress, expectVisible, byText } from '../support/find.ts'
import { holdRequests } from '../support/network.ts'
import { sampleJpeg } from '../support/photos.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
afterAll(removeFolders)
let owner: SignedInUser
beforeEach(async () => {
  owner = await browser.daymark.createUser()
})

async function drawings(count: number, prefix = 'Dune'): Promise<string[]> {
  const files = await Promise.all(
    Array.from({ length: count }, async (_, n) => [`${prefix} ${n + 1}.jpg`, await sampleJpeg(n)]),
  )
  return createFiles(Object.fromEntries(files) as Record<string, Buffer>)
}

/** Records the values of the progress bar in the page. */
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

/** Limits the upload rate; the returned function removes the limit. */
async function throttle(page: Page, bytesPerSecond: number): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page)
  const limit = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await limit(bytesPerSecond)
  return () => limit(-1)
}

describe('sending files', () => {
  it('L-UPL-06 shows the progress of a file, and when it is complete', async () => {
    const { page } = await browser.open(owner, '/')
    const uploader = await openUploader(page)
    const [path] = createFiles({ 'large.png': await noise(700) })
    await chooseFiles(page, button(uploader, 'Choose From Library'), [path ?? ''])
    await stopClock(page)
    const letThrough = await throttle(page, 100_000)
    await button(uploader, 'Upload All').click()
    const seen = await watchProgress(progress(uploader, 'Upload of large.png'))
    await pollUntil(async () => expect(new Set(await seen()).size).toBeGreaterThan(3))
    await letThrough()
    await expectVisible(uploader.getByRole('img', { name: 'Uploaded' }))
    const values = await seen()
    expect(values).toEqual(values.toSorted((a, b) => a - b))
    expect(values.at(-1)).toBe(100)
  })

  it('continues when the uploader is closed, shows its progress on other screens, and can be reopened', async () => {
    const { page } = await browser.open(owner, '/')
    const uploader = await openUploader(page)
    await chooseFiles(page, button(uploader, 'Choose From Library'), await drawings(3))
    const release = await holdRequests(page, { url: '**/api/images', method: 'POST' })
    await button(uploader, 'Upload All').click()
    await button(uploader, 'Close').click()
    await link(page, 'Albums').click()
    await expectVisible(byText(page, 'Uploading 1 of 3'))
    await link(page, 'Photos').click()
    await openUploader(page)
    expect(await uploadRows(dialog(page, 'Upload Photos')).count()).toBe(3)
    await button(dialog(page, 'Upload Photos'), 'Close').click()
    release()
    await expectVisible(byText(page, 'Showing 1-3 of 3 photos'))
    await expectHidden(byText(page, /^Uploading/))
  })
})

/** Noise does not compress, so the file has a known size. */
async function noise(edge: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const create = { width: edge, height: edge, channels: 3 as const, background: '#888' }
  return sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .png()
    .toBuffer()
}
