import { percentile } from '../figures.mjs'
import { makeLightPhoto } from '../pictures.mjs'
import { seedLibrary } from '../seed.mjs'
import { openPage } from './browser.mjs'

const part = 'web-scroll'
const PHOTOS = 1000
/** Scroll speed in px/s, like a fast swipe. */
const SPEED = 3000
const TILE = '[data-index]'

/** docs/web.md, target 2: an album of a thousand photos, scrolled from top to bottom with a four times slower processor. */
export async function measureScroll({ installation, report, browser }) {
  const owner = await installation.photographer()
  const { albums } = await seedLibrary({ installation, owner, photos: PHOTOS, albumOf: [PHOTOS] })
  await showPictures(installation, owner)
  const { page, close } = await openPage(browser, { url: installation.url, cookie: owner.cookie, slower: 4 })
  try {
    await page.goto(`/albums/${albums[0].id}`)
    await page.locator(TILE).first().waitFor()
    await page.waitForLoadState('networkidle')
    const { tiles, frames, seen } = await page.evaluate(scrollThrough, [TILE, SPEED])
    if (seen < PHOTOS * 0.9) throw new Error(`only ${seen} of ${PHOTOS} photos were scrolled past`)
    const of = `album of ${PHOTOS} photos, processor 4 times slower`
    report.add({ part, what: 'maximum tiles in the page', value: tiles, unit: '', atMost: 60, of })
    const usual = `${of}, ${SPEED} px/s; median ${percentile(frames, 0.5).toFixed(0)} ms, 99 % ${percentile(frames, 0.99).toFixed(0)} ms`
    report.add({
      part,
      what: 'longest frame while scrolling',
      value: Math.max(...frames),
      unit: 'ms',
      atMost: 100,
      of: usual,
    })
  } finally {
    await close()
  }
}

/** Inserted photos have no files, so all use the variants of one uploaded photo. */
export async function showPictures(installation, owner) {
  const light = await makeLightPhoto()
  const { content } = await owner.upload('/api/images', 'picture.jpg', light(2 ** 20))
  await installation.settled(owner.userId)
  await installation.query(
    `UPDATE library.photos p SET variants = shown.variants FROM library.photos shown
     WHERE shown.id = $2 AND p.owner_id = $1`,
    [owner.userId, JSON.parse(content.toString()).id],
  )
}

/** Runs in the page, and scrolls from top to bottom. */
export async function scrollThrough([tile, speed]) {
  const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
  const seen = new Set()
  const frames = []
  const began = await frame()
  let [tiles, before] = [0, began]
  for (let y = 0; y + innerHeight < document.documentElement.scrollHeight;) {
    y = ((before - began) / 1000) * speed
    scrollTo({ top: y, behavior: 'instant' })
    const now = await frame()
    frames.push(now - before)
    before = now
    const shown = document.querySelectorAll(tile)
    tiles = Math.max(tiles, shown.length)
    for (const one of shown) seen.add(one.dataset.index)
  }
  return { tiles, frames, seen: seen.size }
}
