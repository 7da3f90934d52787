import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isInstalled } from '../../tools/programs/programs.mjs'
import { inParallel } from './client.mjs'
import { drain } from './drain.mjs'
import { alternate, MB } from './figures.mjs'
import { makeLightPhoto } from './pictures.mjs'
import { startReference } from './reference.mjs'
import { FILE_BYTES } from './upload.mjs'

const part = 'zip'

/** An album as a ZIP through a public link, compared with a bare Node server that sends the same files one after another. */
export async function measureZip({ installation, report, counts }) {
  const { rounds, files } = counts.zip
  console.log(`  uploading ${files} files of 8 MiB …`)
  const { url } = await shareAlbum(installation, { count: files, tier: 'starter' })
  const reference = await startReference(installation.dir)
  try {
    const stored = originals(installation).slice(-files)
    await reference.serve(
      stored,
      stored.reduce((sum, path) => sum + statSync(path).size, 0),
    )
    const rate = async from => {
      const { announced, received, seconds } = await drain(from)
      if (received !== announced) throw new Error(`${from} announced ${announced} bytes and sent ${received}`)
      return received / MB / seconds
    }
    await rate(reference.url) // fills the page cache
    const result = await alternate(
      rounds,
      () => rate(reference.url),
      () => rate(url),
    )
    const of = `${result.product.toFixed(0)} MB/s against ${result.reference.toFixed(0)} by a bare Node server, ${files} x 8 MiB, ${rounds} rounds`
    report.add({ part, what: 'ZIP of an album', value: result.ratio, atLeast: 0.7, of })
    await checkZip({ installation, report, url, files })
  } finally {
    await reference.stop()
  }
}

/** Encryption is measured separately (encryption.mjs). */
export async function shareAlbum(installation, { count, tier }) {
  const owner = await installation.photographer(tier)
  const light = await makeLightPhoto()
  const names = Array.from({ length: count }, (_, i) => `album-${i}.jpg`)
  const ids = []
  await inParallel(4, names, async name => {
    const { content } = await owner.upload('/api/images', name, light(FILE_BYTES, name))
    ids.push(JSON.parse(content.toString()).id)
  })
  await installation.settled(owner.userId)
  const album = await owner.json('POST', '/api/albums', { title: 'Two hundred photos' })
  await owner.json('POST', `/api/albums/${album.id}/images`, { image_ids: ids })
  const link = await owner.json('POST', '/api/shares', { album_id: album.id, allow_downloads: true })
  return { owner, ids, url: `${installation.url}/api/shares/public/${link.token}/download` }
}

/** Names sort by creation time, so the last ones belong to the album. */
function originals({ dir }) {
  return readdirSync(join(dir, 'objects'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /originals/.test(entry.parentPath))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(entry => join(entry.parentPath, entry.name))
}

async function checkZip({ installation, report, url, files }) {
  const path = join(installation.dir, 'album.zip')
  const { announced, received } = await drain(url, path)
  report.add({
    part,
    what: 'ZIP, bytes beyond Content-Length',
    value: received - announced,
    unit: 'B',
    atLeast: 0,
    atMost: 0,
  })
  if (!isInstalled('unzip')) return report.skip(part, 'unzip is missing')
  const { status, stdout } = spawnSync('unzip', ['-t', path], { encoding: 'utf8', maxBuffer: 2 ** 24 })
  const clean = status === 0 ? (stdout.match(/ OK$/gm) ?? []).length : 0
  report.add({ part, what: 'ZIP, valid entries by unzip -t', value: clean, unit: '', atLeast: files })
  rmSync(path)
}
