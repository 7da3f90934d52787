import { percentile } from './figures.mjs'
import { analyze, seedLibrary } from './seed.mjs'

const part = 'shares'

/** The shares overview of a user with many links, as the page requests it, in an installation with other users. */
export async function measureShares({ installation, report, counts }) {
  const { albums, links, each } = counts.shares
  const owner = await seedShares({ installation, albums, links })
  await seedShares({ installation, albums, links })
  await analyze(installation)
  const ask = async () => {
    const began = performance.now()
    const answer = await owner.send('GET', '/api/shares/overview')
    return { took: performance.now() - began, content: answer.content, status: answer.status }
  }
  for (let i = 0; i < 5; i++) await ask()
  const times = []
  for (let i = 0; i < each; i++) {
    const { took, content, status } = await ask()
    if (status !== 200 || JSON.parse(content.toString()).albums.length !== albums)
      throw new Error(`the overview is incomplete: ${status}`)
    times.push(took)
  }
  const of = `${albums} albums, ${links} links; p99 ${percentile(times, 0.99).toFixed(0)} ms of ${each} requests`
  report.add({ part, what: 'shares overview, p50', value: percentile(times, 0.5), unit: 'ms', atMost: 50, of })
}

/** Inserts albums with photos and links directly into the tables. Every fifth album has no link. */
export async function seedShares({ installation, albums, links }) {
  const owner = await installation.photographer()
  await seedLibrary({ installation, owner, photos: albums, albumOf: [] })
  const run = (sql, ...params) => installation.query(sql, params)
  await run('BEGIN')
  await run(ALBUMS, owner.userId, albums + Math.floor(albums / 5))
  await run(COPIES, owner.userId)
  await run(LINKS, owner.userId, albums, links)
  await run('COMMIT')
  return owner
}

/** Each album has the photo of its number as its cover. */
const ALBUMS = `
  WITH made AS (
    INSERT INTO library.albums (owner_id, title, photo_count, created_at, updated_at)
    SELECT $1::uuid, 'Wedding of the ' || n || '. couple', 1, now() - n * interval '1 hour', now()
    FROM generate_series(1, $2::int) AS n RETURNING id, created_at
  ), numbered AS (SELECT id, row_number() OVER (ORDER BY created_at DESC) AS n FROM made)
  INSERT INTO library.album_photos (album_id, photo_id, position)
  SELECT a.id, p.id, 1 FROM numbered a JOIN library.photos p
    ON p.owner_id = $1 AND p.number = 1 + (a.n - 1) % (SELECT count(*) FROM library.photos WHERE owner_id = $1)`
const COPIES = `
  INSERT INTO sharing.albums (id, owner_id, version, applied_version, title)
  SELECT id, owner_id, version, version, title FROM library.albums WHERE owner_id = $1 AND NOT is_favorites`
const LINKS = `
  INSERT INTO sharing.links (token, owner_id, album_id, allow_downloads, watermark, show_titles, revoked, expires_at, view_count,
    last_viewed_at, created_at)
  SELECT left(md5($1::uuid::text || n), 22), $1::uuid, a.id, true, false, true, n % 7 = 0,
    CASE WHEN n % 5 = 0 THEN now() + (n % 11 - 5) * interval '1 day' END, n % 100, now() - interval '1 hour', now() - n * interval '1 minute'
  FROM generate_series(1, $3::int) AS n JOIN (
    SELECT id, row_number() OVER (ORDER BY created_at DESC) AS place FROM library.albums WHERE owner_id = $1 AND NOT is_favorites
  ) AS a ON a.place = 1 + n % $2::int`
