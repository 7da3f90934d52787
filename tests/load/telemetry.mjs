import { once } from 'node:events'
import { createServer } from 'node:http'
import { freePort } from '../../deploy/local/ports.mjs'
import { Client, inParallel, seconds } from './client.mjs'
import { alternate } from './figures.mjs'
import { seedGallery } from './gallery/seed.mjs'
import { Installation } from './installation.mjs'
import { cpuMs } from './memory.mjs'
import { analyze } from './seed.mjs'

const part = 'telemetry'
/** Scrape interval of Prometheus. */
const SCRAPE_MS = 15_000
const PHOTOS = 60
const loads = [
  { what: 'pictures', path: stem => `/media/variants/sm/${stem}.jpg`, share: 5 },
  { what: 'pages of photos', path: () => '/api/images?limit=20', share: 1 },
]

/**
 * Cost of telemetry: alternates two installations with and without it, started at the same time because a process gets faster while it
 * runs.
 */
export async function measureTelemetry({ report, counts }) {
  const sink = await startSink()
  const some = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }
  const ways = {
    'metrics, scrapeMetrics': {},
    'metrics, and a tenth of all traces': { ...traces(sink), ...some },
    'metrics, and every trace': traces(sink),
  }
  try {
    for (const [how, settings] of Object.entries(ways)) await compare({ how, settings, report, ...counts.telemetry })
  } finally {
    sink.close()
  }
}

async function compare({ how, settings, report, rounds, each, clients }) {
  const ops = await freePort()
  const [off, on] = [await started({}), await started({ ...settings, DAYMARK_OPS_PORT: String(ops) })]
  const scraper = setInterval(() => void scrape(ops), SCRAPE_MS)
  try {
    for (const load of loads) {
      const run = side => () => perSecond(side, load, each * load.share, clients)
      await alternate(Math.ceil(rounds / 4), run(off), run(on))
      for (const side of [off, on]) side.processor = 0
      const { ratio, product, reference } = await alternate(rounds, run(off), run(on))
      const processor = (on.processor / off.processor).toFixed(3)
      const of = `${product.toFixed(0)} against ${reference.toFixed(0)} a second; ${processor} of the processor time`
      report.add({ part, what: `${load.what}: ${how}`, value: ratio, atLeast: 0.97, of })
    }
  } finally {
    clearInterval(scraper)
    for (const { client, installation } of [off, on]) {
      client.close()
      await installation.remove()
    }
  }
}

async function started(settings) {
  const installation = await Installation.create(settings)
  await installation.start()
  return prepared(installation)
}

async function prepared(installation) {
  const { owner, stems } = await seedGallery({ installation, photos: PHOTOS, sizes: ['sm'] })
  await analyze(installation)
  return { installation, client: new Client(installation.url, owner.cookie), stems, processor: 0 }
}

async function perSecond(side, { path }, count, clients) {
  const { installation, client, stems } = side
  const paths = Array.from({ length: count }, (_, n) => path(stems[n % stems.length]))
  const before = cpuMs(installation.pid).own
  const took = await seconds(() => inParallel(clients, paths, look(client)))
  // Total over all rounds, because it is too coarse per round.
  side.processor += cpuMs(installation.pid).own - before
  return count / took
}

const look = client => async path => {
  const { status } = await client.send('GET', path)
  if (status !== 200) throw new Error(`GET ${path}: ${status}`)
}

const traces = ({ url }) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' })

/** A collector that discards everything. */
async function startSink() {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(200).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}

async function scrape(port) {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  await answer.text()
}
