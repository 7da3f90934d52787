import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { has } from '../../tools/programs.mjs'
import { inParallel, seconds } from './client.mjs'
import { alternate } from './figures.mjs'
import { family, peakDuring, residentFamilyMb, residentMb } from './memory.mjs'
import { writePhotos } from './pictures.mjs'

const part = 'photos'
const LONG_EDGES = [2560, 1280, 480]

/** Camera photos from the first byte sent to the last variant stored, compared with vipsthumbnail once per size on all cores. */
export async function measurePhotos({ installation, report, counts, shared }) {
  if (!has('vipsthumbnail')) return report.skip(part, 'vipsthumbnail is missing')
  const { rounds, each, clients } = counts.photos
  const gallery = await makeGallery({ installation, shared }, each)
  const files = gallery.files.slice(0, each)
  const reference = async () => each / (await seconds(() => thumbnails(installation.dir, files)))
  const product = async () => each / (await seconds(() => gallery.upload(files, clients)))
  const read = () => ({ all: residentFamilyMb(installation.pid), own: residentMb(installation.pid) })
  const peaks = { all: 0, own: 0, processes: 1 }
  const { result } = await peakDuring(
    () => largest(peaks, read(), installation.pid),
    () => alternate(rounds, reference, product),
    500,
  )
  const of = `${result.product.toFixed(1)} photos/s against ${result.reference.toFixed(1)} by vipsthumbnail, ${rounds} x ${each} of 24 MP`
  report.add({ part, what: '24 MP photos per second, upload to ready', value: result.ratio, atLeast: 2.5, of })
  const how = `at its most during that, with its ${peaks.processes - 1} processes ${peaks.all.toFixed(0)} MB`
  report.add({ part: 'start', what: 'memory of the server, loaded', value: peaks.own, unit: 'MB', of: how })
}

function largest(peaks, { all, own }, pid) {
  peaks.all = Math.max(peaks.all, all)
  peaks.own = Math.max(peaks.own, own)
  peaks.processes = Math.max(peaks.processes, family(pid).length)
  return peaks.all
}

/** A user with camera photos. Later measurements reuse the photos of the first one. */
export async function makeGallery({ installation, shared }, count) {
  if (shared.gallery) return shared.gallery
  const folder = join(installation.dir, 'photos')
  mkdirSync(folder)
  console.log(`  painting ${count} photos of 24 MP …`)
  const files = await writePhotos(folder, count)
  const owner = await installation.photographer()
  const uploaded = new Set()
  // Read before the measurement, because this process shares the processors with the product.
  const contents = new Map(await Promise.all(files.map(async path => [path, await readFile(path)])))
  const upload = async (paths, clients) => {
    await inParallel(clients, paths, async path => {
      await owner.upload('/api/images', basename(path), [contents.get(path)])
      uploaded.add(path)
    })
    await installation.settled(owner.userId)
  }
  shared.gallery = {
    files,
    owner,
    upload,
    complete: () =>
      upload(
        files.filter(path => !uploaded.has(path)),
        4,
      ),
  }
  return shared.gallery
}

async function thumbnails(dir, files) {
  const folder = join(dir, 'thumbnails')
  mkdirSync(folder)
  const jobs = LONG_EDGES.flatMap(edge => files.map(file => ({ edge, file })))
  await inParallel(availableParallelism(), jobs, ({ edge, file }) => vipsthumbnail(file, edge, folder))
  rmSync(folder, { recursive: true })
}

function vipsthumbnail(file, edge, folder) {
  const output = join(folder, `%s-${edge}.jpg[Q=82]`)
  const child = spawn('vipsthumbnail', [file, '--size', String(edge), '-o', output], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code => (code === 0 ? resolve() : reject(new Error(`vipsthumbnail ended with ${code}`))))
  })
}
