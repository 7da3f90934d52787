import { makeGallery } from '../photos.mjs'
import { median } from '../figures.mjs'
import { openEventStream } from './browser.mjs'

const part = 'web-share'
const PHOTOS = 60
/** 10 Mbit/s, 40 ms round trip. */
const NETWORK = { latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 }

/** docs/web.md, target 3: loading times of a visitor with a slow machine and connection. */
export async function measureShare({ installation, report, browser, shared, counts }) {
  const gallery = await makeGallery({ installation, shared }, PHOTOS)
  await gallery.complete()
  const path = await sharePhotos(gallery.owner)
  const visits = []
  for (let round = 0; round < counts.web.rounds; round++) visits.push(await visit(browser, installation.url, path))
  const of = `${PHOTOS} photos, processor 4 times slower, 10 Mbit/s, 40 ms; ${visits.length} visits`
  const add = (what, name, unit, atMost) =>
    report.add({ part, what, value: median(visits.map(seen => seen[name])), unit, atMost, of })
  add('largest contentful paint (LCP)', 'lcp', 's', 2)
  add('layout shift while loading (CLS)', 'cls', '', 0.02)
  add('slowest interaction (INP)', 'inp', 'ms', 200)
}

async function sharePhotos(owner) {
  const { images } = await owner.json('GET', `/api/images?limit=${PHOTOS}`)
  const album = await owner.json('POST', '/api/albums', { title: 'Iceland' })
  await owner.json('POST', `/api/albums/${album.id}/images`, { image_ids: images.map(({ id }) => id) })
  const { token } = await owner.json('POST', '/api/shares', { album_id: album.id })
  return `/share/${token}`
}

async function visit(browser, url, path) {
  const { page, close } = await openEventStream(browser, { url, slower: 4, network: NETWORK })
  try {
    await page.addInitScript(watch)
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await page.mouse.wheel(0, 1500)
    await page.waitForLoadState('networkidle')
    await page
      .locator('main button')
      .filter({ has: page.locator('img') })
      .nth(4)
      .click()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'Escape']) await page.keyboard.press(key, { delay: 50 })
    await page.waitForTimeout(500) // the browser reports an event some frames later
    return await page.evaluate(() => window.seen)
  } finally {
    await close()
  }
}

/** Runs before the page's scripts. */
function watch() {
  const seen = (window.seen = { lcp: 0, cls: 0, inp: 0 })
  const observe = (options, take) =>
    new PerformanceObserver(list => list.getEntries().forEach(take)).observe({ buffered: true, ...options })
  observe({ type: 'largest-contentful-paint' }, entry => (seen.lcp = entry.startTime / 1000))
  observe({ type: 'layout-shift' }, entry => (seen.cls += entry.hadRecentInput ? 0 : entry.value))
  observe({ type: 'event', durationThreshold: 16 }, entry => {
    if (entry.interactionId) seen.inp = Math.max(seen.inp, entry.duration)
  })
}
