import { median } from '../figures.mjs'
import { analyze } from '../seed.mjs'
import { seedShares } from '../shares.mjs'
import { openPage } from './browser.mjs'
import { scrollThrough, showPictures } from './scroll.mjs'
import { longestTask, TASKS } from './tasks.mjs'

const part = 'web-shares'
const CARD = 'ul[aria-label="Albums with links"] > li'
/** Scroll speed in px/s, like a fast swipe. */
const SPEED = 3000
const DRAWN = 'overview drawn'

/** The shares overview of a user with many links: time to the first screen, and scrolling from top to bottom. */
export async function measureOverview({ installation, report, browser, counts }) {
  const { albums, links } = counts.shares
  const owner = await seedShares({ installation, albums, links })
  await showPictures(installation, owner)
  await analyze(installation)
  const visit = { browser, url: installation.url, cookie: owner.cookie, albums }
  const visits = []
  for (let round = 0; round < counts.web.rounds; round++) visits.push(await look(visit))
  const of = `${albums} albums, ${links} links; ${visits.length} visits`
  const add = (what, name, atMost) =>
    report.add({ part, what, value: median(visits.map(seen => seen[name])), unit: 'ms', atMost, of })
  add('first screen displayed after', 'drawn', 1000)
  add('complete after', 'whole')
  add('longest task after the first screen, scrolling', 'task', 50)
  add('longest frame while scrolling', 'frame')
}

async function look({ browser, url, cookie, albums }) {
  const { page, close } = await openPage(browser, { url, cookie })
  try {
    await page.addInitScript(watch, [CARD, DRAWN])
    await browser.startTracing(page, TASKS)
    await page.goto('/shares')
    await page
      .locator(CARD)
      .nth(albums - 1)
      .waitFor({ state: 'attached' })
    const { frames } = await page.evaluate(scrollThrough, [CARD, SPEED])
    const trace = JSON.parse((await browser.stopTracing()).toString()).traceEvents
    return { ...(await page.evaluate(() => window.seen)), task: longestTask(trace, DRAWN), frame: Math.max(...frames) }
  } finally {
    await close()
  }
}

/** Runs before the page's scripts, and marks when the first cards are displayed and when all are loaded. */
function watch([card, drawn]) {
  const seen = (window.seen = { drawn: 0, whole: 0 })
  let count = 0
  const look = () => {
    // They are painted one frame later.
    if (count > 0 && seen.drawn === 0) seen.drawn = performance.mark(drawn).startTime
    const found = document.querySelectorAll(card).length
    if (found > count) seen.whole = performance.now()
    count = found
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
