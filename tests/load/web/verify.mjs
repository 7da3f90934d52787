import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from '../figures.mjs'
import { seedGallery } from '../gallery/seed.mjs'
import { analyze } from '../seed.mjs'
import { openPage } from './browser.mjs'
import { showPictures } from './scroll.mjs'
import { longestTask, TASKS } from './tasks.mjs'

const part = 'web-verify'
const PHOTOS = 5000
/** Of this many files, one is missing and one is changed. */
const EACH = 3
const CHOSEN = 'copy chosen'
/** Small files, because their number matters for the page, not the hashing speed of the machine. */
const content = number => `photo ${number}`

/** A visitor checks her copy of a large gallery: files are read and compared, the result is displayed, wrong files are downloaded. */
export async function measureVerify({ installation, report, browser, counts }) {
  const { owner, token } = await seedGallery({ installation, photos: PHOTOS })
  await showPictures(installation, owner)
  await installation.query(PICTURES, [owner.userId])
  const delivered = await installation.query(DELIVERED, [owner.userId])
  await analyze(installation)
  const folder = mkdtempSync(join(tmpdir(), 'daymark-copy-'))
  try {
    const copy = writeCopy(folder, delivered)
    const checks = []
    for (let round = 0; round < counts.web.rounds; round++)
      checks.push(await verify({ installation, browser, path: `/share/${token}`, copy }))
    const wrong = Math.ceil(PHOTOS / EACH) + Math.ceil((PHOTOS - 1) / EACH)
    const of = `${PHOTOS} files, ${wrong} of them missing or changed; ${checks.length} checks`
    const add = (what, name, atMost) =>
      report.add({ part, what, value: median(checks.map(seen => seen[name])), unit: 'ms', atMost, of })
    add('response time of the manifest', 'answered')
    add('result displayed after', 'displayed')
    add('longest task while reading, comparing, displaying and downloading', 'task', 50)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function writeCopy(folder, delivered) {
  const copy = join(folder, 'copy')
  mkdirSync(copy)
  for (const [position, { name, number }] of delivered.entries()) {
    if (position % EACH === 0) continue
    writeFileSync(join(copy, name), position % EACH === 1 ? 'changed' : content(number))
  }
  return copy
}

async function verify({ installation, browser, path, copy }) {
  const { page, close } = await openPage(browser, { url: installation.url })
  try {
    await page.goto(path)
    await page.locator('[data-index] img').first().waitFor()
    await page.getByRole('button', { name: 'Verify My Copy' }).click()
    const dialog = page.getByRole('dialog', { name: 'Verify My Copy' })
    const choose = dialog.getByRole('button', { name: 'Choose Folder' })
    await choose.waitFor()
    await page.waitForLoadState('networkidle')
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.click()])
    await browser.startTracing(page, TASKS)
    const manifest = page.waitForResponse(answer => answer.url().includes('/manifest'))
    await page.evaluate(markChosen, CHOSEN)
    const began = performance.now()
    await chooser.setFiles(copy)
    const answer = await manifest
    await answer.finished()
    const { requestStart, responseEnd } = answer.request().timing()
    await dialog.getByText(/are unchanged\.$/).waitFor({ timeout: 120_000 })
    const displayed = performance.now() - began
    await dialog.getByRole('button', { name: /^Get [\d,]+ Photos$/ }).click()
    await page.getByRole('dialog', { name: /^Download \d+ photos$/ }).waitFor()
    const trace = JSON.parse((await browser.stopTracing()).toString()).traceEvents
    return { answered: responseEnd - requestStart, displayed, task: longestTask(trace, CHOSEN) }
  } finally {
    await close()
  }
}

/**
 * Runs in the page, and marks when the browser passes the file list to it. Before that, the browser creates 5,000 files in a single task,
 * which a page cannot change. This does not happen when a folder is dropped.
 */
function markChosen(chosen) {
  document.addEventListener('change', () => performance.mark(chosen), { capture: true, once: true })
}

/** All photos use the variants of one uploaded photo. */
const PICTURES = `
  UPDATE sharing.photos p SET variants = l.variants FROM library.photos l WHERE l.id = p.id AND p.owner_id = $1`
/** The delivered files have the contents of the folder (`content`). */
const DELIVERED = `
  WITH numbered AS (
    SELECT p.id, m.position, row_number() OVER (ORDER BY m.position) AS number
    FROM sharing.photos p JOIN sharing.album_photos m ON m.photo_id = p.id WHERE p.owner_id = $1
  ), listed AS (
    UPDATE sharing.photos p SET original_filename = 'DSC' || n.number || '.jpg', variants = jsonb_set(p.variants, '{lg,sha256}',
      to_jsonb(encode(sha256(convert_to('photo ' || n.number, 'UTF8')), 'hex')))
    FROM numbered n WHERE n.id = p.id RETURNING p.id, p.original_filename
  )
  SELECT listed.original_filename AS name, n.number FROM listed JOIN numbered n USING (id) ORDER BY n.position`
