import { median } from '../figures.mjs'
import { analyse } from '../seed.mjs'
import { seedShares } from '../shares.mjs'
import { openPage } from './browser.mjs'
import { scrollThrough, showPictures } from './scroll.mjs'
import { longestTask, TASKS } from './tasks.mjs'

const part = 'web-shares'
const CARD = 'ul[aria-label="Albums with links"] > li'
/** px a second: a quick throw of a thumb. */
const SPEED = 3000
const DRAWN = 'overview drawn'

/** The shares overview of somebody who shares a lot: until the first screen of it is drawn, and scrolled from end to end. */
export async function measureOverview({ installation, report, browser, counts }) {
  const { albums, links } = counts.shares
  const owner = await seedShares({ installation, albums, links })
  await showPictures(installation, owner)
  await analyse(installation)
  const visit = { browser, url: installation.url, cookie: owner.cookie, albums }
  const visits = []
  for (let round = 0; round < counts.web.rounds; round++) visits.push(await look(visit))
  const of = `${albums} albums, ${links} links; ${visits.length} visits`
  const tell = (what, name, atMost) =>
    report.add({ part, what, value: median(visits.map(seen => seen[name])), unit: 'ms', atMost, of })
  tell('overview drawn after', 'drawn', 1000)
  tell('all of it there after', 'whole')
  tell('longest task once it is drawn, scrolling', 'task', 50)
  tell('longest frame while scrolling', 'frame')
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

/** Runs in the page before anything of it: when the first cards are on the screen, and when the last ones are there. */
function watch([card, drawn]) {
  const seen = (window.seen = { drawn: 0, whole: 0 })
  let count = 0
  const look = () => {
    // a frame after they came they have been painted
    if (count > 0 && seen.drawn === 0) seen.drawn = performance.mark(drawn).startTime
    const found = document.querySelectorAll(card).length
    if (found > count) seen.whole = performance.now()
    count = found
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
