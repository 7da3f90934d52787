import { linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { openStorage } from '@daymark/storage'
import { seedLibrary } from '../seed.mjs'

/** Long enough for the largest variant that is served here. */
const noise = randomBytes(200_000)

/**
 * A photographer with one album that holds all her photos, and a link to it: written straight into the tables of library and sharing,
 * as their handlers would leave them. `sizes`: variants whose files are there as well.
 */
export async function seedGallery({ installation, photos, sizes = [] }) {
  const owner = await installation.photographer()
  const { albums } = await seedLibrary({ installation, owner, photos, albumOf: [photos] })
  const [{ id: albumId }] = albums
  await installation.query(COPY, [owner.userId])
  await installation.query(PLACED, [albumId])
  const { token } = await owner.json('POST', '/api/shares', { album_id: albumId })
  const shown = await installation.query(SHOWN, [albumId])
  for (const size of sizes) writeFiles(installation, shown, size)
  return { owner, albumId, token, stems: shown.map(({ stem }) => stem) }
}

/** Two thousand photos of 41 KB need the disk once: the same bytes under the names of every gallery. */
const written = new Map()

function writeFiles({ dir }, shown, size) {
  const store = openStorage({ driver: 'folder', dir: join(dir, 'objects') })
  for (const { number, variants } of shown) {
    const { key, size: bytes } = variants[size]
    const path = store.localPath(key)
    mkdirSync(dirname(path), { recursive: true })
    const same = `${dir} ${size} ${number}`
    if (written.has(same)) linkSync(written.get(same), path)
    else writeFileSync(path, Buffer.concat([Buffer.from(`${number} `), noise]).subarray(0, bytes))
    if (!written.has(same)) written.set(same, path)
  }
}

/** The same files for nginx, under the paths that the product has for them. */
export function linkFiles({ installation, gallery, size, root, path }) {
  for (const stem of gallery.stems) {
    const [to, from] = [join(root, path(stem)), filesOf(installation, gallery, stem, size)]
    mkdirSync(dirname(to), { recursive: true })
    linkSync(from, to)
  }
}

const filesOf = ({ dir }, { stems }, stem, size) => written.get(`${dir} ${size} ${stems.indexOf(stem) + 1}`)

const COPY = `
  INSERT INTO sharing.photos (id, owner_id, version, filename, original_filename, title, caption, width, height, orientation,
    placeholder, original, variants, taken_at)
  SELECT id, owner_id, version, filename, original_filename, title, caption, width, height, orientation, placeholder,
    jsonb_build_object('key', object_key, 'size', size, 'sha256', sha256, 'crc32', crc32, 'mimeType', mime_type, 'format', format),
    variants, taken_at
  FROM library.photos WHERE owner_id = $1`
const PLACED = `
  INSERT INTO sharing.album_photos (album_id, photo_id, version, present, position)
  SELECT album_id, photo_id, 1, true, position FROM library.album_photos WHERE album_id = $1`
const SHOWN = `
  SELECT p.number, p.stem, p.variants FROM library.album_photos m JOIN library.photos p ON p.id = m.photo_id
  WHERE m.album_id = $1 ORDER BY m.position`
