// node tests/load/main.mjs [names] [--quick]: measures the built product against references and holds it to its targets.
// Started by `npm run bench`; docs/performance.md says how to read what it prints.
import { measureBulk } from './bulk.mjs'
import { FULL, QUICK } from './figures.mjs'
import { Installation } from './installation.mjs'
import { measurePages } from './pages.mjs'
import { measurePhotos } from './photos.mjs'
import { Report } from './report.mjs'
import { measureStart } from './start.mjs'
import { measureUpload } from './upload.mjs'
import { measureVariants } from './variants.mjs'
import { measureZip } from './zip.mjs'

/** In this order: memory is looked at before anything grew, and pictures are served that the first one uploaded. */
const measurements = {
  start: measureStart,
  upload: measureUpload,
  photos: measurePhotos,
  variants: measureVariants,
  zip: measureZip,
  pages: measurePages,
  bulk: measureBulk,
}
const LONGEST_MS = 20 * 60_000
const UPLOAD_MAX = String(3 * 2 ** 30)

const words = process.argv.slice(2)
const isQuick = words.includes('--quick')
const names = words.filter(word => !word.startsWith('--'))
const unknown = words.find(word => word !== '--quick' && !measurements[word])
if (unknown) {
  console.error(`There is no measurement "${unknown}": ${Object.keys(measurements).join(', ')}, --quick.`)
  process.exit(1)
}

// Whoever calls may have settings for another installation.
for (const name of Object.keys(process.env)) if (name.startsWith('DAYMARK_')) delete process.env[name]

let installation
const report = new Report()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void leave(130))
setTimeout(() => {
  console.error(`Stopped: it took longer than ${LONGEST_MS / 60_000} minutes.`)
  void leave(1)
}, LONGEST_MS).unref()

try {
  await measureAll()
  report.print()
  await leave(report.isMissed ? 1 : 0)
} catch (error) {
  console.error(error)
  await leave(1)
}

async function measureAll() {
  installation = await Installation.create({ DAYMARK_GATEWAY_UPLOAD_MAX_BYTES: UPLOAD_MAX })
  const firstStart = await installation.start()
  const context = { installation, report, firstStart, counts: isQuick ? QUICK : FULL, shared: {} }
  for (const [name, measure] of Object.entries(measurements)) {
    if (names.length > 0 && !names.includes(name)) continue
    const began = performance.now()
    console.log(`${name} …`)
    await measure(context)
    console.log(`  (${((performance.now() - began) / 1000).toFixed(0)} s)`)
  }
}

async function leave(code) {
  await installation?.remove().catch(error => console.error(error))
  process.exit(code)
}
