import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { inParallel } from './client.mjs'

const part = 'growth'
const SCHEMAS = ['identity', 'billing', 'library', 'media', 'sharing', 'developer', 'admin']
/** One camera or phone file of each format. */
const REAL = [
  'jpeg/24mp-craft-beer.jpg',
  'heic/iphone7-12mp.heic',
  'webp/denali.webp',
  'tiff/16bit-rgb.tif',
  'png/density_plot.png',
  'avif/10bit-hdr-p3.avif',
  'raw-built/fuji-s5pro.raf',
]

/** Space used: bytes per schema for 1,000 photos in an album and with a tag, and bytes in the store per format. */
export async function measureGrowth({ installation, report, counts }) {
  const { photos } = counts.growth
  const owner = await installation.photographer()
  const album = await owner.json('POST', '/api/albums', { title: 'Growth' })
  const before = await sizes(installation)
  const files = await Promise.all(Array.from({ length: photos }, (_, n) => small(n)))
  const ids = []
  await inParallel(4, [...files.entries()], async ([n, content]) => {
    const { content: answer } = await owner.upload('/api/images', `IMG_${n}.jpg`, [content])
    ids.push(JSON.parse(answer.toString()).id)
  })
  await installation.settled(owner.userId)
  await owner.json('POST', `/api/albums/${album.id}/images`, { image_ids: ids })
  const after = await sizes(installation)
  for (const schema of SCHEMAS.filter(name => after[name] > before[name]))
    report.add({
      part,
      what: `database, ${schema}, for 1,000 photos`,
      value: mb(after[schema] - before[schema]) * (1000 / photos),
      unit: 'MB',
    })
  await formats(installation, report)
}

const mb = bytes => bytes / 2 ** 20
const small = n =>
  sharp({ create: { width: 320, height: 200, channels: 3, background: { r: n % 256, g: (n >> 8) % 256, b: 90 } } })
    .jpeg()
    .toBuffer()

/** Size of the tables and indexes after VACUUM. */
async function sizes(installation) {
  await installation.query('VACUUM FULL')
  const rows = await installation.query(
    `SELECT n.nspname AS name, sum(pg_total_relation_size(c.oid))::float8 AS bytes FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND n.nspname = ANY($1) GROUP BY 1`,
    [SCHEMAS],
  )
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]))
}

async function formats(installation, report) {
  const folder = process.env.DAYMARK_FIXTURES
  if (!folder || !existsSync(folder)) return report.skip(part, 'storage by format needs DAYMARK_FIXTURES')
  const owner = await installation.photographer()
  for (const path of REAL) await owner.upload('/api/images', basename(path), [await readFile(join(folder, path))])
  await installation.settled(owner.userId)
  const rows = await installation.query(
    `SELECT format, size::float8 AS original, width * height / 1e6 AS megapixels,
       (SELECT sum((v.value ->> 'size')::float8) FROM jsonb_each(variants) v) AS variants
     FROM library.photos WHERE owner_id = $1 ORDER BY format`,
    [owner.userId],
  )
  for (const { format, original, variants, megapixels } of rows)
    report.add({
      part,
      what: `store, variants of one ${format} of ${Number(megapixels).toFixed(1)} megapixels`,
      value: mb(variants),
      unit: 'MB',
      of: `its original ${mb(original).toFixed(2)} MB`,
    })
}
