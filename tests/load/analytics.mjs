import { median, percentile } from './figures.mjs'
import { analyze, seedLibrary } from './seed.mjs'
import { seedVisits } from './seed-visits.mjs'

const part = 'analytics'
const EVENTS_EACH = 10
const PHOTOS = 1000

/** Analytics of a link must be as fast with a million events as with none. */
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
  await analyze(installation)
  const unvisited = await owner.json('POST', '/api/shares', { album_id: albums[0].id })
  const found = await compare({ owner, many: link, none: unvisited, visits }, { rounds, each })
  const of = `${rounds} x ${each} requests, ${events} events`
  report.add({ part, what: 'p99, analytics of one link', value: found.p99, unit: 'ms', atMost: 50, of })
  report.add({
    part,
    what: 'p50, against a link without visits',
    value: found.p50 / found.none,
    of: `${found.p50.toFixed(1)} ms`,
  })
}

/** Alternates per request, so that other load on the machine affects both equally. */
async function compare({ owner, many, none, visits }, { rounds, each }) {
  const p99s = []
  const times = { many: [], none: [] }
  for (let round = 0; round < rounds; round++) {
    const began = times.many.length
    for (let i = 0; i < each; i++) {
      times.many.push(await timed(owner, many, visits / 2))
      times.none.push(await timed(owner, none, 0))
    }
    p99s.push(percentile(times.many.slice(began), 0.99))
  }
  return { p99: median(p99s), p50: median(times.many), none: median(times.none) }
}

async function timed(owner, link, leastVisits) {
  const began = performance.now()
  const found = await owner.json('GET', `/api/shares/${link.id}/analytics?days=90&time_zone=Europe/Berlin`)
  const took = performance.now() - began
  // The comparison needs all visits.
  if (found.totalVisits < leastVisits) throw new Error(`visits are missing: ${found.totalVisits}`)
  return took
}

/** Photos that were inserted into library's tables have emitted no events. */
async function copyToSharing(installation, owner, album) {
  await installation.query(
    `WITH copied AS (
       INSERT INTO sharing.photos (id, owner_id, version, filename, original_filename, title, caption, variants)
       SELECT id, owner_id, 1, filename, original_filename, title, caption, variants FROM library.photos WHERE owner_id = $1 RETURNING id
     ) INSERT INTO sharing.album_photos SELECT $2::uuid, id, 1, true, row_number() OVER () FROM copied`,
    [owner.userId, album.id],
  )
}
