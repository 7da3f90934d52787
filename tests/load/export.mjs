import { once } from 'node:events'
import { request } from 'node:http'
import { MB } from './figures.mjs'
import { cpuMs, peakDuring, residentMb } from './memory.mjs'
import { analyze, seedLibrary } from './seed.mjs'

const part = 'export'
const ALBUM = 5000

/**
 * A large library as one ZIP: time and memory until the first byte, when all lengths are known. The rows have no originals, so the
 * download is aborted after library.json, which comes first.
 */
export async function measureExport({ installation, report, counts }) {
  const { photos, rounds } = counts.export
  console.log(`  writing a library of ${photos} photos …`)
  const owner = await installation.photographer()
  await seedLibrary({ installation, owner, photos, albumOf: [ALBUM] })
  await analyze(installation)
  const address = `${installation.url}/api/export`
  await begin(address, owner) // warm-up
  const before = residentMb(installation.pid)
  const times = []
  let length = 0
  const { peak } = await peakDuring(
    () => residentMb(installation.pid),
    async () => {
      for (let round = 0; round < rounds; round++)
        times.push(
          await processorMs(installation, async () => {
            length = await begin(address, owner)
          }),
        )
    },
  )
  const of = `${photos} photos, ${(length / MB / 1024).toFixed(0)} GB; from ${before.toFixed(0)} to at most ${peak.toFixed(0)} MB resident`
  report.add({
    part,
    what: 'processor time to the first byte',
    value: Math.max(...times) / 1000,
    unit: 's',
    atMost: 10,
    of,
  })
  report.add({ part, what: 'memory used', value: peak - before, unit: 'MB', atMost: 128, of })
}

async function processorMs({ pid }, work) {
  const before = cpuMs(pid).own
  await work()
  return cpuMs(pid).own - before
}

/** The announced length, after the first bytes have arrived. */
async function begin(address, owner) {
  const sent = request(address, { headers: { cookie: owner.cookie, ...owner.headers } }).end()
  const [response] = await once(sent, 'response')
  if (response.statusCode !== 200) throw new Error(`GET ${address}: ${response.statusCode}`)
  await once(response, 'data')
  response.destroy()
  return Number(response.headers['content-length'])
}
