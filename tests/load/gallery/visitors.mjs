import { setTimeout as pause } from 'node:timers/promises'
import { Client, inParallel, seconds } from '../client.mjs'
import { MB, percentile } from '../figures.mjs'
import { makeLightPhoto } from '../pictures.mjs'
import { analyze } from '../seed.mjs'
import { FILE_BYTES } from '../upload.mjs'
import { seedGallery } from './seed.mjs'

const part = 'visitors'
const PHOTOS = 500
/** Pictures per screen, number of screens, and photos viewed in full size. */
const [SCREEN, SCREENS, PAGED] = [12, 5, 6]
/** Pause after each screen and photo. */
const LOOK_MS = 1000
/** Concurrent requests per visitor: fewer than a browser, because this client shares the processors with the product. */
const AT_ONCE = 2
const UPLOADS = 2

/** Many visitors open the same gallery, scroll and view photos, while the owner uploads. */
export async function measureVisitors({ installation, report, counts }) {
  const { visitors } = counts.visitors
  const { owner, token } = await seedGallery({ installation, photos: PHOTOS, sizes: ['sm', 'md'] })
  await analyze(installation)
  const light = await makeLightPhoto()
  const alone = await uploadRate({ owner, light, until: pause(counts.visitors.alone * 1000) })
  await installation.settled(owner.userId)
  const seen = { times: [], failures: [] }
  const all = Promise.all(Array.from({ length: visitors }, (_, i) => visit({ installation, token, seen, i })))
  const loaded = await uploadRate({ owner, light, until: all })
  const of = `${visitors} visitors at once, ${seen.times.length} pictures; ${seen.failures.slice(0, 3).join(', ')}`
  report.add({ part, what: 'failed requests', value: seen.failures.length, unit: '', atMost: 0, of })
  report.add({ part, what: 'p99 of pictures', value: percentile(seen.times, 0.99), unit: 'ms', atMost: 1000, of })
  const rates = `${loaded.toFixed(0)} MB/s against ${alone.toFixed(0)} alone, ${UPLOADS} clients`
  report.add({ part, what: 'upload rate compared with no visitors', value: loaded / alone, atLeast: 0.5, of: rates })
  await installation.settled(owner.userId)
}

async function visit({ installation, token, seen, i }) {
  const client = new Client(installation.url)
  const ask = async (path, times) => {
    const began = performance.now()
    const status = await client.send('GET', path).then(
      ({ status }) => status,
      error => error.code,
    )
    times?.push(performance.now() - began)
    if (status !== 200) seen.failures.push(`${status}`)
  }
  const { content } = await client.send('GET', `/api/shares/public/${token}`)
  const images = JSON.parse(content).images ?? []
  if (images.length !== PHOTOS) seen.failures.push(String(content).slice(0, 100))
  const address = (size, { url }) => url.replace('/lg/', `/${size}/`)
  const from = (i * 37) % (PHOTOS - SCREEN * SCREENS) // each visitor views a different part
  for (let screen = 0; screen < SCREENS; screen++) {
    const shown = images.slice(from + screen * SCREEN, from + (screen + 1) * SCREEN)
    await inParallel(AT_ONCE, shown, image => ask(address('sm', image), seen.times))
    await pause(LOOK_MS)
  }
  for (const image of images.slice(from, from + PAGED)) {
    await ask(address('md', image), seen.times)
    await pause(LOOK_MS)
  }
  client.close()
}

/** Upload rate in MB/s until `until` resolves. */
async function uploadRate({ owner, light, until }) {
  let isOver = false
  let files = 0
  void until.finally(() => (isOver = true))
  const work = async client => {
    while (!isOver) await owner.upload('/api/images', `upload-${client}.jpg`, light(FILE_BYTES, `${client}-${files++}`))
  }
  const took = await seconds(() =>
    inParallel(
      UPLOADS,
      Array.from({ length: UPLOADS }, (_, i) => i),
      work,
    ),
  )
  return (files * FILE_BYTES) / MB / took
}
