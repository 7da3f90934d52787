import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { inParallel } from './client.mjs'

/** Larger than a photo, so that each photo is a different crop. */
const canvas = { width: 7000, height: 4700, channels: 3 }
const scale = 4
const scene = { width: canvas.width / scale, height: canvas.height / scale }
/** Pixels of a photo, by megapixels. */
const SIZES = { 24: { width: 6000, height: 4000 }, 2: { width: 1800, height: 1200 } }

/** Scale and strength of the noise: detail of all sizes with less fine detail, as in natural images. */
const LAYERS = [
  { size: 64, strength: 60 },
  { size: 16, strength: 40 },
  { size: 4, strength: 25 },
  { size: 1, strength: 4 },
]
/** Standard deviation of the grain of each color, as at ISO 1600. */
const GRAIN = 9
const QUALITY = 92

/**
 * `count` JPEG files with as much detail as camera photos: objects with edges, texture of all sizes, and grain. 24 megapixels are
 * about 9 MB. Smooth pictures would take half the time to decode and encode.
 */
export async function writePhotos(folder, count, megapixels = 24) {
  const data = await paint()
  const { width, height } = SIZES[megapixels]
  const files = Array.from({ length: count }, (_, i) => ({ index: i, path: join(folder, `bench-${i}.jpg`) }))
  await inParallel(availableParallelism(), files, ({ index, path }) => {
    const left = (index * 97) % (canvas.width - width)
    const top = (index * 61) % (canvas.height - height)
    return sharp(data, { raw: canvas })
      .extract({ left, top, width, height })
      .jpeg({ quality: QUALITY, chromaSubsampling: '4:2:0' })
      .withExif(exif(index))
      .toFile(path)
  })
  return files.map(file => file.path)
}

/**
 * EXIF as cameras write it. Every second file has no 35 mm focal length, like Canon's, no serial number and no time zone, and names
 * neither photographer nor rights.
 */
function exif(index) {
  // sRGB, the default of nearly all cameras. By default sharp writes "not calibrated", which means Adobe RGB.
  const usual = {
    FNumber: '28/10',
    ISOSpeedRatings: '1600',
    FocalLength: '50/1',
    ExposureTime: '1/250',
    ColorSpace: '1',
  }
  const when = { DateTimeOriginal: '2025:06:01 10:00:00', LensModel: 'EF50mm f/1.8 STM' }
  const camera = { Make: 'Canon', Model: 'Canon EOS R10' }
  if (index % 2 === 1) return { IFD0: camera, IFD2: { ...usual, ...when } }
  const complete = { FocalLengthIn35mmFilm: '75', BodySerialNumber: '012345678901', OffsetTimeOriginal: '+02:00' }
  return {
    IFD0: { ...camera, Artist: 'A Photographer', Copyright: '(c) A Photographer' },
    IFD2: { ...usual, ...when, ...complete },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '8/1 30/1 0/1' },
  }
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
  await addGrain(data)
  return data
}

const size = ({ width, height }) => ({ width, height })

function objects() {
  const one = () => {
    const [x, y] = [Math.random() * scene.width, Math.random() * scene.height]
    const radius = 8 + Math.random() ** 2 * 250
    const color = `hsl(${Math.random() * 360},35%,${15 + Math.random() * 70}%)`
    return `<ellipse cx="${x}" cy="${y}" rx="${radius}" ry="${radius * (0.2 + Math.random())}" fill="${color}"/>`
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
    .toColorspace('b-w')
    .raw()
    .toBuffer()
}

/** Independent noise of each color. One plate of noise is used for all rows, shifted by an odd number of bytes from row to row. */
async function addGrain(data) {
  const noise = { type: 'gaussian', mean: 128, sigma: GRAIN }
  const plate = await sharp({ create: { width: 1024, height: 1024, channels: 3, noise } })
    .raw()
    .toBuffer()
  const row = canvas.width * 3
  for (let at = 0, from = 0; at < data.length; at++, from++) {
    if (at % row === 0) from = (at / row) * 7919
    data[at] = Math.min(255, Math.max(0, data[at] + plate[from % plate.length] - 128))
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
