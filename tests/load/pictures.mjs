import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { inParallel } from './client.mjs'

const [WIDTH, HEIGHT] = [6000, 4000]
/** Larger than a photo, so that each photo is a different crop. */
const canvas = { width: 7000, height: 4700, channels: 3 }
const scale = 4
const scene = { width: canvas.width / scale, height: canvas.height / scale }

/** Scale and strength of the noise: detail of all sizes with less fine detail, as in natural images. */
const LAYERS = [
  { size: 64, strength: 60 },
  { size: 16, strength: 40 },
  { size: 4, strength: 25 },
  { size: 1, strength: 4 },
]
const GRAIN = 11
const QUALITY = 82

/**
 * `count` files of 24 megapixels and about 7 MB, with as much detail as camera photos: objects with edges, texture of all sizes,
 * a little grain. Plain noise would be much slower to decode and encode than photos.
 */
export async function writePhotos(folder, count) {
  const data = await paint()
  const files = Array.from({ length: count }, (_, i) => ({ index: i, path: join(folder, `bench-${i}.jpg`) }))
  await inParallel(availableParallelism(), files, ({ index, path }) => {
    const left = (index * 97) % (canvas.width - WIDTH)
    const top = (index * 61) % (canvas.height - HEIGHT)
    return sharp(data, { raw: canvas })
      .extract({ left, top, width: WIDTH, height: HEIGHT })
      .jpeg({ quality: QUALITY, chromaSubsampling: '4:2:0' })
      .withExif(exif(index))
      .toFile(path)
  })
  return files.map(file => file.path)
}

/**
 * EXIF as cameras write it. Every second file has no 35 mm focal length, like Canon's. For these the product needs ExifTool.
 */
function exif(index) {
  const full = index % 2 === 0 ? { FocalLengthIn35mmFilm: '75' } : {}
  // sRGB, the default of nearly all cameras. By default sharp writes "not calibrated", which means Adobe RGB.
  const colours = { ColorSpace: '1' }
  const IFD2 = { FNumber: '28/10', ISOSpeedRatings: '200', FocalLength: '50/1', ...full }
  const when = { ExposureTime: '1/250', DateTimeOriginal: '2025:06:01 10:00:00', LensModel: 'EF50mm f/1.8 STM' }
  return { IFD0: { Make: 'Canon', Model: 'Canon EOS R10' }, IFD2: { ...IFD2, ...when, ...colours } }
}

async function paint() {
  const layers = await Promise.all(LAYERS.map(texture))
  const small = await sharp(Buffer.from(objects()))
    .composite(layers.map(input => ({ input, raw: { ...scene, channels: 1 }, blend: 'overlay' })))
    .removeAlpha()
    .png({ compressionLevel: 0 })
    .toBuffer()
  const data = await sharp(small)
    .resize({ ...size(canvas), kernel: 'cubic', fit: 'fill' })
    .raw()
    .toBuffer()
  addGrain(data)
  return data
}

const size = ({ width, height }) => ({ width, height })

function objects() {
  const one = () => {
    const [x, y] = [Math.random() * scene.width, Math.random() * scene.height]
    const radius = 8 + Math.random() ** 2 * 250
    const colour = `hsl(${Math.random() * 360},35%,${15 + Math.random() * 70}%)`
    return `<ellipse cx="${x}" cy="${y}" rx="${radius}" ry="${radius * (0.2 + Math.random())}" fill="${colour}"/>`
  }
  const all = Array.from({ length: 150 }, one).join('')
  const page = `width="${scene.width}" height="${scene.height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${page}><rect width="100%" height="100%" fill="#9ab"/>${all}</svg>`
}

function texture({ size: coarse, strength }) {
  const [width, height] = [Math.ceil(scene.width / coarse), Math.ceil(scene.height / coarse)]
  const noise = { type: 'gaussian', mean: 128, sigma: strength }
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .extractChannel(0)
    .resize({ ...scene, kernel: 'cubic', fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
}

/** Brightness only, like most sensor noise. */
function addGrain(data) {
  const grain = randomBytes(2 ** 22).map(value => (value * GRAIN) / 64)
  const middle = Math.round((127 * GRAIN) / 64)
  const mask = grain.length - 1
  for (let y = 0, at = 0; y < canvas.height; y++)
    for (let x = 0; x < canvas.width; x++) {
      const add = grain[(y * (canvas.width + 977) + x) & mask] - middle
      for (let channel = 0; channel < 3; channel++, at++) data[at] = Math.min(255, Math.max(0, data[at] + add))
    }
}

/**
 * Files of any size that are very cheap to decode: a small JPEG with extra bytes after its end, which decoders ignore. So the upload
 * is measured and not the decoding.
 */
export async function makeLightPhoto() {
  const { data, info } = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#579' } })
    .jpeg()
    .toBuffer({ resolveWithObject: true })
  const filler = randomBytes(2 ** 20)
  /** Buffers with a total length of `bytes`; `mark` makes each file unique. */
  return (bytes, mark = '') => {
    const unique = Buffer.from(mark.padEnd(32))
    const parts = [data, unique]
    for (let left = bytes - info.size - unique.length; left > 0; left -= filler.length)
      parts.push(filler.subarray(0, Math.min(left, filler.length)))
    return parts
  }
}
