import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from '../figures.mjs'
import { seedGallery } from '../gallery/seed.mjs'
import { analyse } from '../seed.mjs'
import { openPage } from './browser.mjs'
import { showPictures } from './scroll.mjs'
import { longestTask, TASKS } from './tasks.mjs'

const part = 'web-verify'
const PHOTOS = 5000
/** One of so many is missing, and one is changed. */
const EACH = 3
const CHOSEN = 'copy chosen'
/** A copy of small files: what is heavy for the page is their number, and how fast a machine hashes is its own matter. */
const content = number => `photo ${number}`

/** A visitor who has her whole copy of a large gallery checked: read, compared, told, and what is wrong asked for. */
export async function measureVerify({ installation, report, browser, counts }) {
  const { owner, token } = await seedGallery({ installation, photos: PHOTOS })
  await showPictures(installation, owner)
  await installation.query(PICTURES, [owner.userId])
  const delivered = await installation.query(DELIVERED, [owner.userId])
  await analyse(installation)
  const folder = mkdtempSync(join(tmpdir(), 'daymark-copy-'))
  try {
    const copy = writeCopy(folder, delivered)
    const checks = []
    for (let round = 0; round < counts.web.rounds; round++)
      checks.push(await verify({ installation, browser, path: `/share/${token}`, copy }))
    const wrong = Math.ceil(PHOTOS / EACH) + Math.ceil((PHOTOS - 1) / EACH)
    const of = `${PHOTOS} files, ${wrong} of them missing or changed; ${checks.length} checks`
    const tell = (what, name, atMost) =>
      report.add({ part, what, value: median(checks.map(seen => seen[name])), unit: 'ms', atMost, of })
    tell('the manifest is answered after', 'answered')
    tell('told after', 'told')
    tell('longest task: read, compared, told, asked for', 'task', 50)
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
    const told = performance.now() - began
    await dialog.getByRole('button', { name: /^Get [\d,]+ Photos$/ }).click()
    await page.getByRole('dialog', { name: /^Download \d+ photos$/ }).waitFor()
    const trace = JSON.parse((await browser.stopTracing()).toString()).traceEvents
    return { answered: responseEnd - requestStart, told, task: longestTask(trace, CHOSEN) }
  } finally {
    await close()
  }
}

/**
 * Runs in the page: when the browser hands over the list. It makes 5,000 files of it in one go before that, which no page can change, and
 * does not where a folder is dropped.
 */
function markChosen(chosen) {
  document.addEventListener('change', () => performance.mark(chosen), { capture: true, once: true })
}

/** All of them show the pictures of one that was uploaded. */
const PICTURES = `
  UPDATE sharing.photos p SET variants = l.variants FROM library.photos l WHERE l.id = p.id AND p.owner_id = $1`
/** What is delivered is what the folder has (`content`). */
const DELIVERED = `
  WITH numbered AS (
    SELECT p.id, m.position, row_number() OVER (ORDER BY m.position) AS number
    FROM sharing.photos p JOIN sharing.album_photos m ON m.photo_id = p.id WHERE p.owner_id = $1
  ), told AS (
    UPDATE sharing.photos p SET original_filename = 'DSC' || n.number || '.jpg', variants = jsonb_set(p.variants, '{lg,sha256}',
      to_jsonb(encode(sha256(convert_to('photo ' || n.number, 'UTF8')), 'hex')))
    FROM numbered n WHERE n.id = p.id RETURNING p.id, p.original_filename
  )
  SELECT told.original_filename AS name, n.number FROM told JOIN numbered n USING (id) ORDER BY n.position`
