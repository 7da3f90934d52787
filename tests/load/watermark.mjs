import { createRequire } from 'node:module'
import { join } from 'node:path'
import { placeWatermark } from '@daymark/contracts/watermark'
import { inParallel, seconds } from './client.mjs'
import { alternate } from './figures.mjs'
import { cpuMs } from './memory.mjs'
import { makeGallery } from './photos.mjs'

const part = 'watermark'
const SIZES = ['sm', 'md', 'lg']
/** Warm-up pictures, so that both programs are running and have cached the logo in this size. */
const WARM = 4
/** JPEG options of media. */
const QUALITY = { sm: 78, md: 80, lg: 82 }

/** Pictures with a watermark: cost of the first view, and speed of later views compared with plain pictures. */
export async function measureWatermark({ installation, report, counts, shared }) {
  const { photos, rounds, clients } = counts.watermark
  const gallery = await makeGallery({ installation, shared }, photos)
  await gallery.complete()
  const { owner } = gallery
  const { images } = await owner.json('GET', `/api/images?limit=${photos}`)
  await owner.upload('/api/settings/watermark', 'logo.png', [await logoOfBars()])
  const settings = await owner.json('GET', '/api/settings/watermark')
  const links = await twoLinks(owner, images)
  const look = async (token, size, pictures) =>
    inParallel(clients, pictures, async ({ filename }) => {
      const { status } = await owner.send('GET', `/media/share/${size}/${stem(filename)}.jpg?token=${token}`)
      if (status !== 200) throw new Error(`${size} of ${filename}: ${status}`)
    })
  const mark = await referenceMark(owner, settings)
  for (const size of SIZES) {
    const [warm, measured] = [images.slice(0, WARM), images.slice(WARM)]
    await mark(warm, size)
    await look(links.marked, size, warm)
    const reference = (await mark(measured, size)) / measured.length
    const before = cpuMs(installation.pid)
    await look(links.marked, size, measured)
    const after = cpuMs(installation.pid)
    const rendered = (after.children - before.children) / measured.length
    const all = rendered + (after.own - before.own) / measured.length
    const of = `${rendered.toFixed(1)} ms of decoding processes against ${reference.toFixed(1)} of a bare program; ${all.toFixed(1)} ms with everything around it`
    report.add({ part, what: `processor time of a first view, ${size}`, value: rendered / reference, atMost: 1.3, of })
    const rate = async token => images.length / (await seconds(() => look(token, size, images)))
    const again = await alternate(
      rounds,
      () => rate(links.plain),
      () => rate(links.marked),
    )
    const views = `${again.product.toFixed(0)} a second against ${again.reference.toFixed(0)} plain ones by a link`
    report.add({ part, what: `views after the first, ${size}`, value: again.ratio, atLeast: 0.9, of: views })
  }
}

const stem = filename => filename.replace(/\.[^.]*$/, '')

const sharpOfMedia = () => createRequire(join(import.meta.dirname, '../../apps/media/package.json'))('sharp')
/** A logo with the proportions and transparency of a studio name. */
const logoOfBars = () => {
  const bars = Array.from(
    { length: 24 },
    (_, at) => `<rect x="${at * 80}" width="44" height="200" rx="22" fill="#fff" />`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="200">${bars.join('')}</svg>`
  return sharpOfMedia()(Buffer.from(svg)).png().toBuffer()
}

/** Created while the album is empty, so that nothing is rendered in advance. */
async function twoLinks(owner, images) {
  const album = await owner.json('POST', '/api/albums', { title: 'Watermarked' })
  const link = async watermark =>
    (await owner.json('POST', '/api/shares', { album_id: album.id, watermark, allow_downloads: true })).token
  const links = { plain: await link(false), marked: await link(true) }
  await owner.json('POST', `/api/albums/${album.id}/images`, { image_ids: images.map(({ id }) => id) })
  for (;;) {
    const { images: shown } = await owner.json('GET', `/api/shares/public/${links.marked}`)
    if (shown.length === images.length) return links
  }
}

/** Runs a bare program that does the same work, and returns its processor time in ms. */
async function referenceMark(owner, { previewUrl, config }) {
  const sharp = sharpOfMedia()
  sharp.cache(false)
  sharp.concurrency(1)
  const logo = (await owner.send('GET', previewUrl)).content
  const { width, height } = await sharp(logo).metadata()
  const marks = new Map()
  const markFor = async at => {
    const { data } = await sharp(logo)
      .resize({ width: at.width, height: at.height, fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    for (let i = 3; i < data.length; i += 4) data[i] = Math.round(data[i] * at.opacity)
    return data
  }
  return async (images, size) => {
    let spent = 0
    for (const { filename, width: photoWidth, height: photoHeight } of images) {
      const { content } = await owner.send('GET', `/media/variants/${size}/${stem(filename)}.jpg`)
      const began = process.cpuUsage()
      const picture = await sharp(content).metadata()
      const at = placeWatermark(picture, { width, height }, config, { width: photoWidth, height: photoHeight })
      const key = `${at.width}x${at.height}`
      if (!marks.has(key)) marks.set(key, await markFor(at))
      const raw = { width: at.width, height: at.height, channels: 4 }
      await sharp(content)
        .composite([{ input: marks.get(key), raw, left: at.left, top: at.top }])
        .jpeg({ quality: QUALITY[size], chromaSubsampling: '4:2:0', optimizeCoding: false })
        .toBuffer()
      const { user, system } = process.cpuUsage(began)
      spent += (user + system) / 1000
    }
    return spent
  }
}
