import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Size of the test picture in pixels: eight patches in a row, each wide enough for several blocks of a JPEG. */
export const [WIDTH, HEIGHT] = [512, 32]
export const PATCHES: number[][] = [
  [136, 68, 34],
  [200, 60, 30],
  [40, 160, 70],
  [30, 60, 200],
  [128, 128, 128],
  [240, 220, 180],
  [20, 20, 24],
  [255, 255, 255],
]
const PATCH_WIDTH = WIDTH / PATCHES.length

/**
 * Returns the samples of a picture that shows the patches side by side, with 8 bits or 16 bits big-endian. A fourth channel has the maximum
 * value.
 */
export function createSamples(channels: number, { is16Bit = false, patches = PATCHES } = {}): Buffer {
  const size = is16Bit ? 2 : 1
  const bytes = Buffer.alloc(WIDTH * HEIGHT * channels * size)
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++)
    for (let channel = 0; channel < channels; channel++) {
      const value = patches[Math.floor((pixel % WIDTH) / PATCH_WIDTH)]?.[channel] ?? 255
      const at = (pixel * channels + channel) * size
      if (is16Bit) bytes.writeUInt16BE(value * 257, at)
      else bytes[at] = value
    }
  return bytes
}
export const createPicture = () => sharp(createSamples(3), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })

/** Returns red, green and blue in the middle of each patch of a decoded picture. */
export function readPatchColors({
  data,
  width,
  height,
}: {
  data: Uint8Array
  width: number
  height: number
}): number[][] {
  const channels = data.length / (width * height)
  return PATCHES.map((_, index) => {
    const at = ((height >> 1) * width + Math.floor(((index + 0.5) * width) / PATCHES.length)) * channels
    return [...data.subarray(at, at + 3)]
  })
}

export const encodeUint32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4))
  return bytes
}
export function createPngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  return Buffer.concat([encodeUint32(content.length), body, encodeUint32(crc32(body))])
}
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 4: 2, 6: 4 }
/** Returns a PNG of color type 0 (gray), 2 (RGB), 4 (gray with alpha) or 6 (RGB with alpha). `chunks` precede its pixels. */
export function createPng(chunks: Buffer[], { type = 2, is16Bit = false, patches = PATCHES } = {}): Buffer {
  const channels = CHANNELS[type] ?? 3
  const patchSamples = channels > 2 ? patches : patches.map(([, green = 0]) => [green, 255])
  const rows = createSamples(channels, { is16Bit, patches: patchSamples })
  const length = rows.length / HEIGHT
  const filtered = Array.from({ length: HEIGHT }, (_, y) => [Buffer.of(0), rows.subarray(y * length, (y + 1) * length)])
  const header = Buffer.concat([encodeUint32(WIDTH, HEIGHT), Buffer.of(is16Bit ? 16 : 8, type, 0, 0, 0)])
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const data = createPngChunk('IDAT', deflateSync(Buffer.concat(filtered.flat())))
  const end = createPngChunk('IEND', Buffer.alloc(0))
  return Buffer.concat([start, createPngChunk('IHDR', header), ...chunks, data, end])
}
export const createIccChunk = (icc: Buffer): Buffer =>
  createPngChunk('iCCP', Buffer.concat([Buffer.from('a profile\0\0', 'latin1'), deflateSync(icc)]))

export function createJpegSegment(marker: number, body: Buffer): Buffer {
  const head = Buffer.of(0xff, marker, 0, 0)
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}
export const withSegments = (jpeg: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
export function createIccSegments(icc: Buffer, size = 60_000): Buffer[] {
  const count = Math.ceil(icc.length / size)
  return Array.from({ length: count }, (_, index) => {
    const part = icc.subarray(index * size, (index + 1) * size)
    return createJpegSegment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.of(index + 1, count), part]))
  })
}
export const createAdobeSegment = (transform: number): Buffer =>
  createJpegSegment(0xee, Buffer.concat([Buffer.from('Adobe'), Buffer.of(0, 100, 0, 0, 0, 0, transform)]))
/** Returns an EXIF segment with a color space, and with an interoperability index if given. */
export function createExifSegment(colorSpace: number, index?: string): Buffer {
  const tiff = Buffer.alloc(80)
  const entry = (at: number, ...[tag = 0, type = 0, count = 0, value = 0]: number[]) => {
    tiff.writeUInt16LE(tag, at)
    tiff.writeUInt16LE(type, at + 2)
    tiff.writeUInt32LE(count, at + 4)
    tiff.writeUInt32LE(value, at + 8)
  }
  tiff.write('II*\0\b\0\0\0\x01\0', 'latin1')
  entry(10, 0x8769, 4, 1, 26)
  tiff.writeUInt16LE(index ? 2 : 1, 26)
  entry(28, 0xa001, 3, 1, colorSpace)
  if (index) {
    entry(40, 0xa005, 4, 1, 56)
    tiff.writeUInt16LE(1, 56)
    entry(58, 1, 2, 4, Buffer.from(`${index}\0`).readUInt32LE())
  }
  return createJpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]))
}

/** Replaces the code points in the `colr` box that sharp writes. */
export function withCodePoints(avif: Buffer, primaries: number, transfer: number): Buffer {
  const copy = Buffer.from(avif)
  const at = copy.indexOf('nclx')
  copy.writeUInt16BE(primaries, at + 4)
  copy.writeUInt16BE(transfer, at + 6)
  return copy
}

/**
 * Replaces the code points in the sequence header of the AV1 stream, where sharp writes those of sRGB. Needed for lossy files, which have
 * no `colr` box.
 */
export function withStreamCodePoints(avif: Buffer, primaries: number, transfer: number): Buffer {
  const copy = Buffer.from(avif)
  const bits = (...bytes: number[]) => bytes.map(byte => byte.toString(2).padStart(8, '0')).join('')
  for (const box of ['av1C', 'mdat']) {
    const start = copy.indexOf(box) + 4
    const header = bits(...copy.subarray(start, start + 24)).replace(bits(1, 13), bits(primaries, transfer))
    header.match(/.{8}/g)?.forEach((byte, index) => (copy[start + index] = Number.parseInt(byte, 2)))
  }
  return copy
}

type Bmp = { version?: 3 | 4 | 5; space?: string; profile?: Buffer; gap?: Buffer; trailer?: Buffer }
const EMPTY = Buffer.alloc(0)
/**
 * Returns a BMP of 24 bits. `space` is the name of its color space; an empty name means calibrated colors, here with a gamma that differs
 * from sRGB.
 */
export function createBmp({
  version = 5,
  space = 'sRGB',
  profile = EMPTY,
  gap = EMPTY,
  trailer = EMPTY,
}: Bmp = {}): Buffer {
  const length = { 3: 40, 4: 108, 5: 124 }[version]
  const data = createSamples(3, { patches: PATCHES.map(patch => patch.toReversed()) })
  const dataAt = 14 + length + gap.length
  const header = Buffer.alloc(124)
  ;[length, WIDTH, HEIGHT, 1 | (24 << 16), 0, data.length].forEach((value, index) =>
    header.writeUInt32LE(value, index * 4),
  )
  header.write([...space].toReversed().join(''), 56, 'latin1')
  for (const at of [60, 76, 92]) header.writeUInt32LE(2 ** 29, at)
  for (const at of [96, 100, 104]) header.writeUInt32LE(65_536, at)
  if (profile.length > 0) header.writeUInt32LE(dataAt - 14 + data.length, 112)
  header.writeUInt32LE(profile.length, 116)
  const start = Buffer.alloc(14)
  start.write('BM')
  start.writeUInt32LE(dataAt + data.length + profile.length, 2)
  start.writeUInt32LE(dataAt, 10)
  return Buffer.concat([start, header.subarray(0, length), gap, data, profile, trailer])
}

/**
 * Adds an XMP item to an AVIF that sharp wrote. The content of the item, in the given encoding, is at the end of the file. The item
 * consists of `extents` parts, which all have this content.
 */
export function withXmpItem(avif: Buffer, content: Buffer, encoding: string, extents = 1): Buffer {
  const createBox = (type: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts)
    return Buffer.concat([encodeUint32(body.length + 8), Buffer.from(type, 'latin1'), body])
  }
  const readBoxContent = (type: string) => {
    const start = avif.indexOf(type) - 4
    return avif.subarray(start + 8, start + avif.readUInt32BE(start))
  }
  const name = Buffer.from(`mime\0application/rdf+xml\0${encoding}\0`, 'latin1')
  const info = createBox(
    'iinf',
    Buffer.of(0, 0, 0, 0, 0, 2),
    readBoxContent('iinf').subarray(6),
    createBox('infe', Buffer.of(2, 0, 0, 1, 0, 2, 0, 0), name),
  )
  const picture = readBoxContent('mdat')
  const itemLocation = (id: number, at: number, length: number, count = 1) =>
    Buffer.concat([Buffer.of(0, id, 0, 0, 0, count), ...Array<Buffer>(count).fill(encodeUint32(at, length))])
  const meta = (at: number) =>
    createBox(
      'meta',
      encodeUint32(0),
      createBox('hdlr', readBoxContent('hdlr')),
      createBox('pitm', readBoxContent('pitm')),
      createBox(
        'iloc',
        Buffer.of(0, 0, 0, 0, 0x44, 0, 0, 2),
        itemLocation(1, at, picture.length),
        itemLocation(2, at + picture.length, content.length, extents),
      ),
      info,
      createBox('iprp', readBoxContent('iprp')),
    )
  const head = createBox('ftyp', readBoxContent('ftyp'))
  return Buffer.concat([head, meta(head.length + meta(0).length + 8), createBox('mdat', picture, content)])
}

type Lut = { space: 'RGB ' | 'CMYK' | 'GRAY'; pcs: 'Lab ' | 'XYZ '; type: 'mft1' | 'mft2' | 'mAB '; tag?: string }
const D50 = [0.9642, 1, 0.8249]
/**
 * Returns a profile with a lookup table that makes colors stronger and lighter than sRGB does. The parameters select the kind of table
 * that ICC allows.
 */
export function createTableProfile({ space, pcs, type, tag = 'A2B0' }: Lut): Buffer {
  const table = type === 'mAB ' ? createMabTable(space, pcs) : createLegacyTable(space, pcs, type)
  const start = 128 + 4 + 12
  const bytes = Buffer.alloc(start)
  bytes.writeUInt32BE(start + table.length)
  bytes.writeUInt32BE(type === 'mAB ' ? 0x04300000 : 0x02100000, 8)
  bytes.write(`${space === 'CMYK' ? 'prtr' : 'mntr'}${space}${pcs}`, 12)
  bytes.write('acsp', 36)
  D50.forEach((value, index) => bytes.writeInt32BE(Math.round(value * 65_536), 68 + index * 4))
  bytes.writeUInt32BE(1, 128)
  bytes.write(tag, 132)
  encodeUint32(start, table.length).copy(bytes, 136)
  return Buffer.concat([bytes, table])
}

const INPUT_COUNTS = { 'RGB ': 3, CMYK: 4, GRAY: 1 }
const GRID_POINTS = { 'RGB ': 17, CMYK: 9, GRAY: 17 }
/**
 * Returns the values of the grid points of the table, from 0 to 1, in the encoding of the connection space. The last input changes fastest.
 */
function computeGridValues(space: Lut['space'], pcs: Lut['pcs'], type: Lut['type']): number[] {
  const [count, points] = [INPUT_COUNTS[space], GRID_POINTS[space]]
  return Array.from({ length: points ** count }, (_, point) => {
    const device = Array.from(
      { length: count },
      (_, at) => (Math.floor(point / points ** (count - 1 - at)) % points) / (points - 1),
    )
    const [c = 0, m = c, y = c, k = 0] = device
    const light = space === 'CMYK' ? [c, m, y].map(ink => (1 - ink * 0.9) * (1 - k)) : [c, m, y]
    const [r = 0, g = 0, b = 0] = light.map(value => value ** 1.8)
    const xyz = [0.5 * r + 0.31 * g + 0.15 * b, 0.25 * r + 0.69 * g + 0.06 * b, 0.01 * r + 0.05 * g + 0.76 * b]
    return pcs === 'XYZ ' ? xyz.map(value => (value * 32_768) / 65_535) : convertToLab(xyz, type)
  }).flat()
}
function convertToLab(xyz: number[], type: Lut['type']): number[] {
  const applyLabCurve = (t: number) => (t > 216 / 24_389 ? Math.cbrt(t) : ((24_389 / 27) * t + 16) / 116)
  const [x = 0, y = 0, z = 0] = xyz.map((value, at) => applyLabCurve(value / (D50[at] ?? 1)))
  const lab = [(116 * y - 16) / 100, (500 * (x - y) + 128) / 255, (200 * (y - z) + 128) / 255]
  return type === 'mft2' ? lab.map(value => (value * 0xff00) / 0xffff) : lab
}
const encodeUint16 = (values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, at) => bytes.writeUInt16BE(Math.round(Math.min(1, Math.max(0, value)) * 65_535), at * 2))
  return bytes
}
function createLegacyTable(space: Lut['space'], pcs: Lut['pcs'], type: 'mft1' | 'mft2'): Buffer {
  const count = INPUT_COUNTS[space]
  const head = Buffer.alloc(48)
  head.write(type)
  head.set([count, 3, GRID_POINTS[space]], 8)
  for (const at of [12, 28, 44]) head.writeInt32BE(65_536, at)
  const values = computeGridValues(space, pcs, type)
  if (type === 'mft2') {
    const createCurves = (length: number) => encodeUint16(Array.from({ length }, () => [0, 1]).flat())
    return Buffer.concat([head, Buffer.of(0, 2, 0, 2), createCurves(count), encodeUint16(values), createCurves(3)])
  }
  const createCurves = (length: number) =>
    Buffer.from(Array.from({ length }, () => Array.from({ length: 256 }, (_, at) => at)).flat())
  return Buffer.concat([
    head,
    createCurves(count),
    Buffer.from(values.map(value => Math.round(Math.min(1, Math.max(0, value)) * 255))),
    createCurves(3),
  ])
}
function createMabTable(space: Lut['space'], pcs: Lut['pcs']): Buffer {
  const count = INPUT_COUNTS[space]
  const createCurves = (length: number) => Buffer.alloc(length * 12, 'curv\0\0\0\0\0\0\0\0', 'latin1')
  const data = encodeUint16(computeGridValues(space, pcs, 'mAB '))
  const table = Buffer.concat([
    Buffer.alloc(16).fill(GRID_POINTS[space], 0, count),
    Buffer.of(2, 0, 0, 0),
    data,
    Buffer.alloc(-data.length & 3),
  ])
  const at = 32
  const head = Buffer.concat([
    Buffer.from('mAB \0\0\0\0', 'latin1'),
    Buffer.of(count, 3, 0, 0),
    encodeUint32(at, 0, 0, at + 36, at + 36 + table.length),
  ])
  return Buffer.concat([head, createCurves(3), table, createCurves(count)])
}
