import { makeLightPhoto } from '../pictures.mjs'
import { seedLibrary } from '../seed.mjs'
import { openPage } from './browser.mjs'

const part = 'web-scroll'
const PHOTOS = 1000
const TILE = '[data-index]'

/** WEB.md, target 2: an album of a thousand photos, scrolled from end to end with the processor four times slower. */
export async function measureScroll({ installation, report, browser }) {
  const owner = await installation.photographer()
  const { albums } = await seedLibrary({ installation, owner, photos: PHOTOS, albumOf: [PHOTOS] })
  await showPictures(installation, owner)
  const { page, close } = await openPage(browser, { url: installation.url, cookie: owner.cookie, slower: 4 })
  try {
    await page.goto(`/albums/${albums[0].id}`)
    await page.locator(TILE).first().waitFor()
    const { tiles, slowest, seen } = await page.evaluate(scrollThrough, TILE)
    if (seen < PHOTOS * 0.9) throw new Error(`only ${seen} of ${PHOTOS} photos were scrolled past`)
    const of = `album of ${PHOTOS} photos, processor 4 times slower`
    report.add({ part, what: 'tiles in the page at most', value: tiles, unit: '', atMost: 60, of })
    report.add({ part, what: 'longest frame while scrolling', value: slowest, unit: 'ms', atMost: 100, of })
  } finally {
    await close()
  }
}

/** Written photos have no files: all of them show the pictures of one that was uploaded. */
async function showPictures(installation, owner) {
  const light = await makeLightPhoto()
  const { content } = await owner.upload('/api/images', 'picture.jpg', light(2 ** 20))
  await installation.settled(owner.userId)
  await installation.query(
    `UPDATE library.photos p SET variants = shown.variants FROM library.photos shown
     WHERE shown.id = $2 AND p.owner_id = $1`,
    [owner.userId, JSON.parse(content.toString()).id],
  )
}

/** Runs in the page: from the top to the end, a third of a screen with every frame. */
async function scrollThrough(tile) {
  const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
  const seen = new Set()
  let [tiles, slowest] = [0, 0]
  let before = await frame()
  for (let y = 0; y + innerHeight < document.documentElement.scrollHeight; y += innerHeight / 3) {
    scrollTo({ top: y, behavior: 'instant' })
    const now = await frame()
    slowest = Math.max(slowest, now - before)
    before = now
    const shown = document.querySelectorAll(tile)
    tiles = Math.max(tiles, shown.length)
    for (const one of shown) seen.add(one.dataset.index)
  }
  return { tiles, slowest, seen: seen.size }
}
