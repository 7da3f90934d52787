import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { isInstalled } from '../../tools/programs/programs.mjs'
import { inParallel, seconds } from './client.mjs'
import { alternate, median } from './figures.mjs'
import { family, peakDuring, processorOfParts, residentFamilyMb, residentMb } from './memory.mjs'
import { writePhotos } from './pictures.mjs'

const part = 'photos'
const LONG_EDGES = [2560, 1280, 480]
/** Compared with vipsthumbnail, and photos per second that a small photo must reach. */
const TARGETS = { 24: { ratio: 2.6 }, 2: { rate: 24 } }

/** Camera photos from the first byte sent to the last variant stored, compared with vipsthumbnail once per size on all cores. */
export async function measurePhotos({ installation, report, counts, shared }) {
  if (!isInstalled('vipsthumbnail')) return report.skip(part, 'vipsthumbnail is missing')
  const peaks = { all: 0, own: 0, processes: 1 }
  const read = () => ({ all: residentFamilyMb(installation.pid), own: residentMb(installation.pid) })
  await peakDuring(
    () => largest(peaks, read(), installation.pid),
    async () => {
      const large = await makeGallery({ installation, shared }, counts.photos.each)
      await measureSize({ installation, report, counts }, large, 24)
      await measureSize({ installation, report, counts }, await smallGallery(installation, counts.photos.small), 2)
    },
    500,
  )
  const how = `at its most during that, with its ${peaks.processes - 1} processes ${peaks.all.toFixed(0)} MB`
  report.add({ part: 'start', what: 'memory of the server, loaded', value: peaks.own, unit: 'MB', of: how })
}

async function measureSize({ installation, report, counts }, { files, upload }, megapixels) {
  const { rounds, clients } = counts.photos
  const reference = async () => files.length / (await seconds(() => thumbnails(installation.dir, files)))
  const used = { decoders: [], server: [], Postgres: [], ExifTool: [] }
  const product = async () => {
    const before = processorOfParts(installation)
    const took = await seconds(() => upload(files, clients))
    const after = processorOfParts(installation)
    for (const [name, each] of Object.entries(used)) each.push((after[name] - before[name]) / files.length)
    return files.length / took
  }
  const result = await alternate(rounds, reference, product)
  const what = `${megapixels} MP photos per second, upload to ready`
  const of = `${result.product.toFixed(1)} photos/s against ${result.reference.toFixed(1)} by vipsthumbnail, ${rounds} x ${files.length}`
  const { ratio, rate } = TARGETS[megapixels]
  report.add({ part, what: `${what}, by vipsthumbnail`, value: result.ratio, atLeast: ratio, of })
  report.add({ part, what, value: result.product, unit: '/s', atLeast: rate })
  for (const [name, each] of Object.entries(used))
    report.add({ part, what: `${megapixels} MP photo: ${name}`, value: median(each), unit: 'ms CPU' })
}

function largest(peaks, { all, own }, pid) {
  peaks.all = Math.max(peaks.all, all)
  peaks.own = Math.max(peaks.own, own)
  peaks.processes = Math.max(peaks.processes, family(pid).length)
  return peaks.all
}

/** A user with camera photos. Later measurements reuse the photos of the first one. */
export async function makeGallery({ installation, shared }, count) {
  shared.gallery ??= await galleryOf(installation, 'photos', count, 24)
  return shared.gallery
}
const smallGallery = (installation, count) => galleryOf(installation, 'small-photos', count, 2)

async function galleryOf(installation, name, count, megapixels) {
  const folder = join(installation.dir, name)
  mkdirSync(folder)
  console.log(`  painting ${count} photos of ${megapixels} MP …`)
  const files = await writePhotos(folder, count, megapixels)
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
  const complete = () =>
    upload(
      files.filter(path => !uploaded.has(path)),
      4,
    )
  return { files, owner, upload, complete }
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
