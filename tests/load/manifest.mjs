import { once } from 'node:events'
import { request } from 'node:http'
import { seconds } from './client.mjs'
import { MB } from './figures.mjs'
import { peakDuring, residentMb } from './memory.mjs'

const part = 'v1'
/** Pause of the reader, during which the server must not buffer in memory. */
const PAUSE_MS = 3000

/** The manifest of an album with all photos of a large library: sent page by page, even to a slow reader. */
export async function measureManifest({ installation, report, owner, program, photos }) {
  const album = await owner.json('POST', '/api/albums', { title: 'Everything' })
  await installation.query(FILL, [owner.userId, album.id])
  const address = `${installation.url}/v1/albums/${album.id}/manifest`
  await read({ address, program, accept: 'application/json' }) // warm-up
  for (const [what, accept] of [
    ['JSON', 'application/json'],
    ['JSON lines', 'application/x-ndjson'],
  ]) {
    const before = residentMb(installation.pid)
    let bytes = 0
    let took = 0
    const { peak } = await peakDuring(
      () => residentMb(installation.pid),
      async () => void (took = await seconds(async () => (bytes = await read({ address, program, accept })))),
    )
    const of = `${(bytes / MB).toFixed(0)} MB of ${what} with ${photos} images in ${took.toFixed(1)} s, not read for ${PAUSE_MS / 1000} of them; from ${before.toFixed(0)} to at most ${peak.toFixed(0)} MB resident`
    report.add({ part, what: `memory during a manifest in ${what}`, value: peak - before, unit: 'MB', atMost: 64, of })
  }
}

/** Number of bytes of the response, which must be complete. */
async function read({ address, program, accept }) {
  const sent = request(address, { headers: { ...program.headers, accept } }).end()
  const [response] = await once(sent, 'response')
  if (response.statusCode !== 200) throw new Error(`GET ${address}: ${response.statusCode}`)
  let bytes = 0
  let isPaused = false
  let last = ''
  response.on('data', chunk => {
    bytes += chunk.length
    last = chunk.subarray(-2).toString()
    if (isPaused || bytes < MB) return
    isPaused = true
    response.pause()
    setTimeout(() => response.resume(), PAUSE_MS)
  })
  await once(response, 'end')
  if (!/}\s*$/.test(last)) throw new Error(`the manifest ends with ${last}`)
  return bytes
}

const FILL = `
  WITH filled AS (
    INSERT INTO library.album_photos (album_id, photo_id, position)
    SELECT $2::uuid, id, number FROM library.photos WHERE owner_id = $1 RETURNING 1)
  UPDATE library.albums SET photo_count = (SELECT count(*) FROM filled) WHERE id = $2`
