import { median, percentile } from './figures.mjs'
import { analyse, seedLibrary } from './seed.mjs'
import { seedVisits } from './seed-visits.mjs'

const part = 'analytics'
const EVENTS_EACH = 10
const PHOTOS = 1000

/** What visitors of a link did is told as quickly for a million events as for none. */
export async function measureAnalytics({ installation, report, counts }) {
  const { visits, rounds, each } = counts.analytics
  console.log(`  writing ${visits} visits of ${EVENTS_EACH} events …`)
  const owner = await installation.photographer()
  const { albums } = await seedLibrary({ installation, owner, photos: PHOTOS, albumOf: [PHOTOS] })
  await copyToSharing(installation, owner, albums[0])
  const link = await owner.json('POST', '/api/shares', { album_id: albums[0].id })
  const events = await seedVisits({
    installation,
    linkId: link.id,
    albumId: albums[0].id,
    visits,
    eventsEach: EVENTS_EACH,
  })
  await analyse(installation)
  const p99s = []
  const p50s = []
  for (let round = 0; round < rounds; round++) {
    const times = []
    for (let i = 0; i < each; i++) times.push(await timed(owner, link, visits))
    p50s.push(percentile(times, 0.5))
    p99s.push(percentile(times, 0.99))
  }
  const of = `p50 ${median(p50s).toFixed(1)} ms, ${rounds} x ${each} requests, ${events} events`
  report.add({ part, what: 'p99, analytics of one link', value: median(p99s), unit: 'ms', atMost: 50, of })
}

async function timed(owner, link, visits) {
  const began = performance.now()
  const found = await owner.json('GET', `/api/shares/${link.id}/analytics?days=90&time_zone=Europe/Berlin`)
  const took = performance.now() - began
  // Figures that are not there would be no comparison.
  if (found.totalVisits < visits / 2 || found.topPhotos.length < 10)
    throw new Error(`figures are missing: ${found.totalVisits}`)
  return took
}

/** Photos that were written into library's tables were never announced. */
async function copyToSharing(installation, owner, album) {
  await installation.query(
    `WITH copied AS (
       INSERT INTO sharing.photos (id, owner_id, version, filename, original_filename, title, caption, variants)
       SELECT id, owner_id, 1, filename, original_filename, title, caption, variants FROM library.photos WHERE owner_id = $1 RETURNING id
     ) INSERT INTO sharing.placements SELECT $2::uuid, id, 1, true, row_number() OVER () FROM copied`,
    [owner.userId, album.id],
  )
}
