import { Client, inParallel, seconds } from './client.mjs'
import { alternate, median, percentile } from './figures.mjs'
import { measureManifest } from './manifest.mjs'
import { analyze, seedLibrary } from './seed.mjs'

const part = 'v1'
const PAGE = 50
/** Concurrency of a busy program. */
const AT_ONCE = 4

/** The public API compared with /api for a user with a large library, and the p99 of uncached pages. */
export async function measureV1({ installation, report, counts }) {
  const { photos, albums, rounds, each } = counts.v1
  console.log(`  writing a library of ${photos} photos and ${albums} albums …`)
  const owner = await installation.photographer()
  const { albums: seeded } = await seedLibrary({ installation, owner, photos, albumOf: [photos / 2] })
  await installation.query(ALBUMS, [owner.userId, albums])
  await analyze(installation)
  const program = await programOf(owner)
  await compare({ report, owner, program, photos }, { rounds, each })
  await cold({ report, program, photos, albums, album: seeded[0].id }, { each: rounds * each })
  await measureManifest({ installation, report, owner, program, photos })
}

/** Alternates the same page by session and by token, to measure the cost of presenters and tokens. */
async function compare({ report, owner, program, photos }, { rounds, each }) {
  const image = (await owner.json('GET', '/api/images?limit=1')).images[0].id
  const album = (await owner.json('GET', '/api/albums'))[1].id
  const kinds = [
    ['a page of images', n => `/images?limit=${PAGE}&offset=${(n * 7919) % (photos - PAGE)}`],
    ['one image', () => `/images/${image}`],
    ['one album', (_, version) => `/albums/${album}${version === 'api' ? '?limit=0' : ''}`],
    ['tags', () => '/tags'],
  ]
  for (const [what, path] of kinds) {
    let n = 0
    const rate = (client, version) => async () => {
      const paths = Array.from({ length: each }, () => `/${version}${path(n++, version)}`)
      return each / (await seconds(() => inParallel(AT_ONCE, paths, one => timed(client, one))))
    }
    const { ratio, product, reference } = await alternate(rounds, rate(owner, 'api'), rate(program, 'v1'))
    const of = `${product.toFixed(0)}/s against ${reference.toFixed(0)}, ${rounds} x ${each} requests, ${AT_ONCE} at once`
    report.add({ part, what: `rate of GET /v1 against /api, ${what}`, value: ratio, atLeast: 0.9, of })
  }
}

/** Requests each URL once, so that none is cached. */
async function cold({ report, program, photos, albums, album }, { each }) {
  const spread = (n, of) => Math.floor((n * (of - PAGE)) / each)
  const kinds = [
    ['images by offset', n => `/v1/images?limit=${PAGE}&offset=${spread(n, photos)}`],
    [
      'images of an album of half of them',
      n => `/v1/images?limit=${PAGE}&album_id=${album}&offset=${spread(n, photos / 2)}`,
    ],
    ['favorites', n => `/v1/images?limit=${PAGE}&favorite=true&offset=${spread(n, photos / 10)}`],
    ['albums by offset', n => `/v1/albums?limit=${PAGE}&offset=${spread(n, albums)}`],
  ]
  for (const [what, path] of kinds) {
    const times = []
    for (let n = 0; n < each; n++) times.push(await timed(program, path(n)))
    addCold(report, what, times)
  }
  for (const [what, path] of [
    ['images by cursor', '/v1/images'],
    ['images of that album by cursor', `/v1/images?album_id=${album}`],
    ['albums by cursor', '/v1/albums'],
  ])
    addCold(report, what, await walk(program, path, each))
}

const addCold = (report, what, times) => {
  const of = `p50 ${median(times).toFixed(1)} ms, ${times.length} pages of ${PAGE}, each asked for once`
  report.add({ part, what: `p99, ${what}`, value: percentile(times, 0.99), unit: 'ms', atMost: 15, of })
}

async function walk(program, path, most) {
  const times = []
  const at = cursor => `${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}${cursor ? `&cursor=${cursor}` : ''}`
  for (let cursor; cursor !== null && times.length < most;) {
    const began = performance.now()
    const { status, content } = await program.send('GET', at(cursor))
    times.push(performance.now() - began)
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${content}`)
    cursor = JSON.parse(content).next_cursor
  }
  return times
}

async function timed(client, path) {
  const began = performance.now()
  const { status, content } = await client.send('GET', path)
  const took = performance.now() - began
  if (status !== 200) throw new Error(`GET ${path}: ${status} ${content}`)
  return took
}

async function programOf(owner) {
  const { token } = await owner.json('POST', '/v1/tokens', { scopes: ['read'] })
  const program = new Client(owner.url)
  program.headers = { authorization: `Bearer ${token}` }
  return program
}

/** Albums with one photo each, which is the cover. */
const ALBUMS = `
  WITH made AS (
    INSERT INTO library.albums (owner_id, title, photo_count, created_at, updated_at)
    SELECT $1::uuid, 'Wedding of the ' || n || '. couple', 1, now() - n * interval '1 hour', now()
    FROM generate_series(1, $2::int) AS n RETURNING id, created_at
  ), numbered AS (SELECT id, row_number() OVER (ORDER BY created_at DESC) AS n FROM made
  ), counted AS (UPDATE library.accounts SET albums = albums + $2::int WHERE user_id = $1)
  INSERT INTO library.album_photos (album_id, photo_id, position)
  SELECT a.id, p.id, 1 FROM numbered a JOIN library.photos p
    ON p.owner_id = $1 AND p.number = 1 + (a.n - 1) % (SELECT count(*) FROM library.photos WHERE owner_id = $1)`
