import { Client } from './client.mjs'
import { median, percentile } from './figures.mjs'
import { seedGallery } from './gallery/seed.mjs'
import { analyze } from './seed.mjs'

const part = 'picks'
const [PHOTOS, VISITORS] = [5000, 50]
/** Per visitor. */
const [PICKS, COMMENTS] = [200, 20]
let ms = Date.now()

/** Picks and comments of a large gallery with many visitors, compared with an equally large gallery with a single pick. */
export async function measurePicks({ installation, report, counts }) {
  const full = await picking(installation)
  const empty = await picking(installation)
  await installation.query(LISTS, [full.id, VISITORS - 1])
  await installation.query(PICKED, [full.id, full.albumId, PICKS])
  await installation.query(COMMENTED, [full.id, full.albumId, COMMENTS])
  await analyze(installation)
  for (const [what, ask] of Object.entries(calls)) {
    const times = await compare(ask, { full, empty }, counts.picks)
    const [p50, none] = [median(times.full), median(times.empty)]
    const of = `${counts.picks.each} requests; p50 ${p50.toFixed(1)} ms, ${(p50 / none).toFixed(1)} times that of one pick`
    report.add({ part, what: `p99, ${what}`, value: percentile(times.full, 0.99), unit: 'ms', atMost: 50, of })
  }
  for (const { visitor } of [full, empty]) visitor.close()
}

/** The requests of a visitor's page, then those of the owner's pages. */
const calls = {
  'her own list': ({ visitor, path }) => visitor.json('GET', `${path}/picks`),
  'a photo that she picks': ({ visitor, path, image }) => visitor.json('POST', `${path}/picks/changes`, picked(image)),
  'comments of each photo, counted': ({ visitor, path }) => visitor.json('GET', `${path}/comments`),
  'comments of a photo': ({ visitor, path, image }) => visitor.json('GET', `${path}/comments/images/${image}`),
  'lists of all visitors': ({ owner, id }) => owner.json('GET', `/api/shares/${id}/picks`),
  'picked photos, all together': ({ owner, id }) => owner.json('GET', `/api/shares/${id}/picks/images?only=picked`),
  'an album narrowed to them': ({ owner, albumId }) => owner.json('GET', `/api/albums/${albumId}/picks?by=anybody`),
  'comments, for the owner': ({ owner, id }) => owner.json('GET', `/api/shares/${id}/comments`),
}
const picked = image => ({ changes: [{ ...NOTHING, image_id: image, choice: 'picked', choice_at: stamp() }] })
const NOTHING = { note: '', note_at: '' }
const stamp = () => `${ms++}-0000-aaaaaaaa`

/** A gallery with one named visitor and one pick. */
async function picking(installation) {
  const { owner, albumId } = await seedGallery({ installation, photos: PHOTOS })
  const asked = { album_id: albumId, picks: {}, comments: {} }
  const { id, token } = await owner.json('POST', '/api/shares', asked)
  const path = `/api/shares/public/${token}`
  const visitor = new Client(installation.url)
  const { images } = await visitor.json('GET', path)
  const begin = { headers: { 'content-type': 'application/json' }, body: [Buffer.from('{"name":"Anna"}')] }
  const begun = await visitor.send('POST', `${path}/picks`, begin)
  visitor.cookie = begun.headers['set-cookie'].map(line => line.split(';')[0]).join('; ')
  const image = images[Math.floor(images.length / 2)].id
  await visitor.json('POST', `${path}/picks/changes`, picked(image))
  return { id, owner, albumId, path, visitor, image }
}

/** Alternates per request, so that other load on the machine affects both equally. */
async function compare(ask, links, { each }) {
  const times = { full: [], empty: [] }
  for (let i = 0; i < each; i++)
    for (const [name, link] of Object.entries(links)) {
      const began = performance.now()
      await ask(link)
      times[name].push(performance.now() - began)
    }
  return times
}

const LISTS = `
  INSERT INTO sharing.pick_lists (link_id, key_hash, name, created_at, changed_at)
  SELECT $1, 'unknown key ' || n, 'Visitor ' || n, now(), now() FROM generate_series(1, $2::int) n`
/** Different photos per visitor, spread over the gallery; every tenth pick has a note. */
const PICKED = `
  INSERT INTO sharing.picks (list_id, photo_id, link_id, choice, choice_at, note, note_at, revision)
  SELECT l.id, p.photo_id, l.link_id, 'picked', '1700000000000-0000-aaaaaaaa', CASE WHEN p.position::int % 10 = 0 THEN 'Without the sign' ELSE '' END,
    '1700000000000-0000-aaaaaaaa', 1
  FROM sharing.pick_lists l CROSS JOIN LATERAL (
    SELECT photo_id, position FROM sharing.album_photos WHERE album_id = $2 ORDER BY md5(photo_id::text || l.id) LIMIT $3::int) p
  WHERE l.link_id = $1 ON CONFLICT DO NOTHING`
const COMMENTED = `
  WITH begun AS (
    INSERT INTO sharing.comment_threads (link_id, photo_id, visitor_id, x, y, created_at)
    SELECT l.link_id, p.photo_id, l.id, 0.3, 0.6, now()
    FROM sharing.pick_lists l CROSS JOIN LATERAL (
      SELECT photo_id FROM sharing.album_photos WHERE album_id = $2 ORDER BY md5(l.id || photo_id::text) LIMIT $3::int) p
    WHERE l.link_id = $1 RETURNING *)
  INSERT INTO sharing.comments (thread_id, link_id, photo_id, visitor_id, text, created_at)
  SELECT id, link_id, photo_id, visitor_id, 'Could the wall be darker here?', created_at FROM begun`
