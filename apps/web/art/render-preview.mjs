// Renders the pictures of the sign-in page: `node apps/web/art/render-preview.mjs` (needs Chromium).
import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'

const rows = [
  [
    ['dawn', 1.5],
    ['forest', 0.8],
  ],
  [
    ['night', 0.72],
    ['sea', 1.5],
    ['dusk', 0.8],
  ],
  [
    ['lake', 1.6],
    ['meadow', 1.5],
  ],
]
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const page = await browser.newPage()
const source = name => readFileSync(new URL(name, import.meta.url), 'utf8').replace(/^import .*$/m, '')
await page.addScriptTag({
  type: 'module',
  content: `${source('brush.js')}${source('scenes.js')};window.drawPreview = drawPreview`,
})
await page.waitForFunction(() => 'drawPreview' in window)
const urls = await page.evaluate(rows => {
  const preview = window.drawPreview(rows, 1280, 12)
  // A phone shows a square of the upper part.
  const phone = Object.assign(document.createElement('canvas'), { width: 800, height: 800 })
  phone.getContext('2d').drawImage(preview, 0, 0, 1280, 1280, 0, 0, 800, 800)
  return { preview: preview.toDataURL('image/webp', 0.72), 'preview-phone': phone.toDataURL('image/webp', 0.72) }
}, rows)
for (const [name, url] of Object.entries(urls)) {
  const bytes = Buffer.from(url.split(',')[1], 'base64')
  writeFileSync(new URL(`../src/features/sign-in/${name}.webp`, import.meta.url), bytes)
  console.log(`${name}: ${bytes.length} bytes`)
}
await browser.close()
