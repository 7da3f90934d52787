import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { devices } from 'playwright-core'
import { median } from '../figures.mjs'
import { seedGallery } from '../gallery/seed.mjs'
import { writePhotos } from '../pictures.mjs'
import { analyze } from '../seed.mjs'

const part = 'web-phone'
const PHOTOS = 140
/** Distinct pictures; the photos of the gallery use them in turns. */
const PICTURES = 12
const SLOWER = 4
/** 1.6 Mbit/s down, 150 ms round trip. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const KB = 1000

/** docs/web.md, target 3: what a visitor with a cold cache waits for on a phone with a slow processor and connection. */
export async function measurePhone({ installation, report, browser, counts }) {
  const { gallery, studio } = await seedPages(installation)
  const visits = (path, look) =>
    inTurn(counts.phone.rounds, () => visit(browser, { url: installation.url, path, look }))
  const pages = {
    gallery: { visits: await visits(gallery, scrollAndOpen), lcp: 1.2, fcp: 0.9 },
    'studio page': { visits: await visits(studio), lcp: 1.5 },
    'sign-in': { visits: await visits('/login'), lcp: 1.5 },
  }
  for (const [page, { visits, ...targets }] of Object.entries(pages)) {
    const of = `Pixel 5, ${SLOWER} times slower, 1.6 Mbit/s, 150 ms, cold; ${visits.length} visits`
    const add = (what, name, unit, atMost) =>
      report.add({ part, what: `${page}: ${what}`, value: median(visits.map(seen => seen[name])), unit, atMost, of })
    add('largest contentful paint (LCP)', 'lcp', 's', targets.lcp)
    add('first contentful paint (FCP)', 'fcp', 's', targets.fcp)
    add('layout shift (CLS)', 'cls', '', 0.01)
    add('blocking time (TBT)', 'tbt', 'ms', 100)
    add('requests before the LCP', 'requests', '', 15)
    add('bytes before the LCP', 'kb', 'kB', 250)
    if (page !== 'gallery') continue
    add('slowest interaction (INP)', 'inp', 'ms', 200)
    add('longest time a tile on screen is blank', 'blank', 's', 1)
  }
}

async function inTurn(rounds, run) {
  const seen = []
  for (let round = 0; round < rounds; round++) seen.push(await run())
  return seen
}

/** A gallery of camera photos, and a studio page that lists it. */
async function seedPages(installation) {
  const { owner, token } = await seedGallery({ installation, photos: PHOTOS })
  const folder = join(installation.dir, 'phone')
  mkdirSync(folder)
  for (const path of await writePhotos(folder, PICTURES))
    await owner.upload('/api/images', basename(path), [await readFile(path)])
  await installation.settled(owner.userId)
  await installation.query(SHOWN, [owner.userId])
  await analyze(installation)
  const { id } = (await owner.json('GET', '/api/shares'))[0]
  const name = `studio-${owner.userId.slice(0, 8)}`
  await owner.json('PATCH', '/api/settings/studio-page', { enabled: true, name, title: 'Berg', share_ids: [id] })
  return { gallery: `/share/${token}`, studio: `/studio/${name}` }
}

const SHOWN = `
  WITH uploaded AS (
    SELECT variants, placeholder, row_number() OVER (ORDER BY number) - 1 AS n
    FROM library.photos WHERE owner_id = $1 AND original_filename LIKE 'bench-%'
  ), shown AS (
    SELECT id, row_number() OVER (ORDER BY id) AS n FROM sharing.photos
    WHERE owner_id = $1 AND original_filename NOT LIKE 'bench-%'
  )
  UPDATE sharing.photos p SET variants = u.variants, placeholder = u.placeholder
  FROM shown s JOIN uploaded u ON u.n = s.n % ${PICTURES} WHERE p.id = s.id`

/** One visit with a cold cache. `look`: what the visitor does after the page has loaded. */
async function visit(browser, { url, path, look }) {
  const context = await browser.newContext({ ...devices['Pixel 5'], baseURL: url })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', NETWORK)
    const { sent, received } = recordTraffic(devtools)
    await page.addInitScript(watch)
    await page.goto(path)
    // The network is idle while the code of the application is compiled, too.
    await page.locator('#first-screen').waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    const loaded = await page.evaluate(() => ({ ...window.seen }))
    if (process.env.BENCH_TRAFFIC) printTraffic(sent, loaded)
    await look?.(page)
    const later = await page.evaluate(() => ({ ...window.seen }))
    const before = ({ at }) => at <= loaded.lcp
    const kb = received.filter(before).reduce((sum, { bytes }) => sum + bytes, 0) / KB
    const { lcp, cls } = loaded
    return { ...later, lcp, cls, tbt: blockingTime(loaded), requests: sent.filter(before).length, kb }
  } finally {
    await context.close()
  }
}

/** The part of each long task above 50 ms, after the first paint. */
const blockingTime = ({ tasks, fcp }) =>
  tasks.filter(({ startTime }) => startTime >= fcp * 1000).reduce((sum, { duration }) => sum + duration - 50, 0)

/** Requests and received bytes, with seconds since the navigation. */
function recordTraffic(devtools) {
  const [sent, received] = [[], []]
  let began
  const since = timestamp => timestamp - began
  devtools.on('Network.requestWillBeSent', ({ timestamp, request }) => {
    began ??= timestamp
    if (!request.url.startsWith('data:')) sent.push({ at: since(timestamp), url: request.url })
  })
  devtools.on('Network.dataReceived', ({ timestamp, encodedDataLength }) =>
    received.push({ at: since(timestamp), bytes: encodedDataLength }),
  )
  return { sent, received }
}

function printTraffic(sent, { fcp, lcp, element }) {
  for (const { at, url } of sent) console.log(`    ${at.toFixed(2)} ${new URL(url).pathname}`)
  console.log(`    FCP ${fcp.toFixed(2)}, LCP ${lcp.toFixed(2)}: ${element}`)
}

async function scrollAndOpen(page) {
  for (let step = 0; step < 6; step++) {
    await page.mouse.wheel(0, 600)
    await page.waitForTimeout(250) // the pace of a reader
  }
  await page.waitForLoadState('networkidle')
  await page
    .locator('main button')
    .filter({ has: page.locator('img') })
    .first()
    .click()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'Escape']) await page.keyboard.press(key, { delay: 50 })
  await page.waitForTimeout(500) // the browser reports an event some frames later
}

/** Runs before the page's scripts. */
function watch() {
  const seen = (window.seen = { lcp: 0, fcp: 0, cls: 0, tasks: [], inp: 0, blank: 0, element: '' })
  const observe = (options, take) =>
    new PerformanceObserver(list => list.getEntries().forEach(take)).observe({ buffered: true, ...options })
  observe({ type: 'largest-contentful-paint' }, entry => {
    seen.lcp = entry.startTime / 1000
    seen.element = `${entry.element?.tagName} ${entry.url}`
  })
  observe({ type: 'paint' }, ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime / 1000
  })
  observe({ type: 'layout-shift' }, entry => (seen.cls += entry.hadRecentInput ? 0 : entry.value))
  observe({ type: 'longtask' }, ({ startTime, duration }) => seen.tasks.push({ startTime, duration }))
  observe({ type: 'event', durationThreshold: 16 }, entry => {
    if (entry.interactionId) seen.inp = Math.max(seen.inp, entry.duration)
  })
  // A tile is blank without its picture and without its placeholder.
  const since = new Map()
  const isBlank = tile =>
    ![...tile.querySelectorAll('img')].some(({ complete, naturalWidth }) => complete && naturalWidth > 0) &&
    !tile.querySelector('[style*="background-image"]')
  const look = now => {
    for (const tile of document.querySelectorAll('[data-index]')) {
      const { top, bottom } = tile.getBoundingClientRect()
      if (bottom < 0 || top > innerHeight || !isBlank(tile)) since.delete(tile)
      else since.set(tile, since.get(tile) ?? now)
    }
    for (const began of since.values()) seen.blank = Math.max(seen.blank, (now - began) / 1000)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
