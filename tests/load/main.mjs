// node tests/load/main.mjs [names] [--quick]: measures the built product, and compares it with references and targets.
// Started by `npm run bench`. The output is explained in docs/performance.md.
import { measureAccounts } from './accounts.mjs'
import { measureAnalytics } from './analytics.mjs'
import { measureBackups } from './backups.mjs'
import { measureBulk } from './bulk.mjs'
import { measureExport } from './export.mjs'
import { FULL, QUICK } from './figures.mjs'
import { measureEncryption } from './encryption.mjs'
import { measureGallery } from './gallery/data.mjs'
import { measureThumbnails } from './gallery/thumbnails.mjs'
import { measureVisitors } from './gallery/visitors.mjs'
import { measureGrowth } from './growth.mjs'
import { Installation } from './installation.mjs'
import { measureLongLists } from './long-lists.mjs'
import { measureMassWrites } from './mass-writes.mjs'
import { measurePages } from './pages.mjs'
import { measurePhotos } from './photos.mjs'
import { measurePicks } from './picks.mjs'
import { Report } from './report.mjs'
import { measureShares } from './shares.mjs'
import { measureStart } from './start.mjs'
import { measureSync } from './sync.mjs'
import { measureTelemetry } from './telemetry.mjs'
import { measureUpload } from './upload.mjs'
import { measureV1 } from './v1.mjs'
import { measureVariants } from './variants.mjs'
import { measureWatermark } from './watermark.mjs'
import { measureWebhookCost } from './webhook-cost.mjs'
import { measureWebhooks } from './webhooks.mjs'
import { startBrowser } from './web/browser.mjs'
import { measureNews } from './web/news.mjs'
import { measureVerify } from './web/verify.mjs'
import { measureOverview } from './web/overview.mjs'
import { measureScroll } from './web/scroll.mjs'
import { measurePhone } from './web/phone.mjs'
import { measureSize } from './web/size.mjs'
import { measureZip } from './zip.mjs'

/** The order matters: memory is measured first, and later measurements use pictures that earlier ones uploaded. */
const measurements = {
  start: measureStart,
  upload: measureUpload,
  photos: measurePhotos,
  variants: measureVariants,
  watermark: measureWatermark,
  zip: measureZip,
  encryption: measureEncryption,
  pages: measurePages,
  'long-lists': measureLongLists,
  'mass-writes': measureMassWrites,
  export: measureExport,
  growth: measureGrowth,
  bulk: measureBulk,
  analytics: measureAnalytics,
  shares: measureShares,
  picks: measurePicks,
  accounts: measureAccounts,
  v1: measureV1,
  webhooks: measureWebhooks,
  'webhook-cost': measureWebhookCost,
  sync: measureSync,
  thumbnails: measureThumbnails,
  gallery: measureGallery,
  visitors: measureVisitors,
  telemetry: measureTelemetry,
  backups: measureBackups,
}
/** Browser measurements. The name "web" runs all of them. */
const web = {
  'web-size': measureSize,
  'web-scroll': measureScroll,
  'web-phone': measurePhone,
  'web-shares': measureOverview,
  'web-news': measureNews,
  'web-verify': measureVerify,
}
const LONGEST_MS = 20 * 60_000
const UPLOAD_MAX = String(3 * 2 ** 30)

const words = process.argv.slice(2)
const isQuick = words.includes('--quick')
const all = { ...measurements, ...web }
const named = words.filter(word => word !== '--quick')
const unknown = named.find(word => word !== 'web' && !all[word])
if (unknown) {
  console.error(`There is no measurement "${unknown}": ${Object.keys(all).join(', ')}, web, --quick.`)
  process.exit(1)
}
const wanted = named.length > 0 ? named : Object.keys(measurements)
const chosen = Object.entries(all).filter(
  ([name]) => wanted.includes(name in web ? 'web' : name) || wanted.includes(name),
)

// The environment may contain settings of another installation.
for (const name of Object.keys(process.env))
  if (name.startsWith('DAYMARK_') && name !== 'DAYMARK_FIXTURES') delete process.env[name]

let installation
let browser
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
  installation = await Installation.create({
    DAYMARK_GATEWAY_UPLOAD_MAX_BYTES: UPLOAD_MAX,
    DAYMARK_DEVELOPER_CALLS_PER_MINUTE: '100000',
    DAYMARK_DEVELOPER_UPLOADS_PER_HOUR: '1000000',
    DAYMARK_DEVELOPER_WEBHOOK_PRIVATE_ADDRESSES: 'true',
  })
  const firstStart = await installation.start()
  if (chosen.some(([name]) => name in web)) browser = await startBrowser()
  const context = { installation, browser, report, firstStart, counts: isQuick ? QUICK : FULL, shared: {} }
  for (const [name, measure] of chosen) {
    const began = performance.now()
    console.log(`${name} …`)
    await measure(context)
    console.log(`  (${((performance.now() - began) / 1000).toFixed(0)} s)`)
  }
}

async function leave(code) {
  await browser?.close().catch(error => console.error(error))
  for (const one of Installation.all) await one.remove().catch(error => console.error(error))
  process.exit(code)
}
