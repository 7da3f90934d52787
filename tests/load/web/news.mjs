import { parseSeenState, VISIT_GAP_MS, formatSeenState } from '@daymark/contracts'
import { median } from '../figures.mjs'
import { seedGallery } from '../gallery/seed.mjs'
import { analyze } from '../seed.mjs'
import { openPage } from './browser.mjs'
import { showPictures } from './scroll.mjs'
import { longestTask, TASKS } from './tasks.mjs'

const part = 'web-news'
const PHOTOS = 5000
/** Of this many photos, one is new and one is corrected. */
const EACH = 3
const DRAWN = 'gallery drawn'

/** A returning visitor of a large gallery: the news is displayed, filtered by, and all photos are shown again. */
export async function measureNews({ installation, report, browser, counts }) {
  const { owner, albumId, token } = await seedGallery({ installation, photos: PHOTOS })
  await showPictures(installation, owner)
  await installation.query(PICTURES, [owner.userId])
  await analyze(installation)
  const path = `/share/${token}`
  const visits = []
  for (let round = 0; round < counts.web.rounds; round++)
    visits.push(await revisit({ installation, browser, albumId, path }))
  const changed = Math.floor(PHOTOS / EACH)
  const of = `${PHOTOS} photos, ${changed} new, ${changed} corrected; ${visits.length} visits`
  const add = (what, name, atMost) =>
    report.add({ part, what, value: median(visits.map(seen => seen[name])), unit: 'ms', atMost, of })
  add('response time of the news', 'answered')
  add('longest task while showing news, only new photos, and all photos', 'task', 50)
}

async function revisit({ installation, browser, albumId, path }) {
  const { page, close } = await openPage(browser, { url: installation.url })
  try {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await page.goto('about:blank')
    await halfAnHourLater(page, installation.url)
    await installation.query(ARRIVED, [albumId, EACH])
    await page.addInitScript(markDrawn, DRAWN)
    await browser.startTracing(page, TASKS)
    const news = page.waitForResponse(answer => answer.url().endsWith('/news'))
    await page.goto(path)
    const answer = await news
    await answer.finished()
    const { requestStart, responseEnd } = answer.request().timing()
    const bar = page.getByRole('region', { name: 'What is new' })
    await bar.getByRole('button', { name: 'Show', exact: true }).click()
    await bar.getByRole('button', { name: 'Show All' }).click()
    await bar.getByRole('button', { name: 'Show', exact: true }).waitFor()
    const trace = JSON.parse((await browser.stopTracing()).toString()).traceEvents
    return { answered: responseEnd - requestStart, task: longestTask(trace, DRAWN) }
  } finally {
    await close()
  }
}

async function halfAnHourLater(page, url) {
  const context = page.context()
  const cookie = (await context.cookies(url)).find(({ name }) => name.includes('daymark_seen_'))
  const seen = parseSeenState(cookie.value)
  await context.addCookies([{ ...cookie, value: formatSeenState({ ...seen, at: seen.at - VISIT_GAP_MS }) }])
}

/** Runs before the page's scripts, and marks when the first photos are displayed. */
function markDrawn(drawn) {
  const look = () =>
    document.querySelector('[data-index] img') ? performance.mark(drawn) : requestAnimationFrame(look)
  requestAnimationFrame(look)
}

/** All photos use the variants of one uploaded photo. */
const PICTURES = `
  UPDATE sharing.photos p SET variants = l.variants FROM library.photos l WHERE l.id = p.id AND p.owner_id = $1`
const ARRIVED = `
  WITH a AS (UPDATE sharing.albums SET content_version = content_version + 1 WHERE id = $1 RETURNING content_version)
  UPDATE sharing.album_photos m SET
    shown_since = CASE WHEN position::int % $2::int = 0 THEN a.content_version ELSE 0 END,
    corrected_since = CASE WHEN position::int % $2::int = 1 THEN a.content_version END
  FROM a WHERE m.album_id = $1`
