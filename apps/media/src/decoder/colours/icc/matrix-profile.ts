import { ADOBE_RGB, BT709, D50, type Primaries, toXyz } from '../colour-space.ts'

/** Converts a pixel value (0 to 1) to linear light (0 to 1). */
export type Curve = (value: number) => number
export const gamma =
  (exponent: number): Curve =>
  value =>
    value ** exponent
/** The form of the sRGB and BT.709 curves: linear near black, a power function above. */
export const piecewise =
  (exponent: number, offset: number, slope: number, knee: number): Curve =>
  value =>
    value < knee ? value / slope : ((value + offset) / (1 + offset)) ** exponent
export const SRGB_CURVE = piecewise(2.4, 0.055, 12.92, 0.04045)

/**
 * A profile compatible with Adobe RGB (1998), built from the published numbers of that color space. Cameras set to Adobe RGB write pictures
 * without a profile and name the color space in EXIF only.
 */
export const adobeRgbProfile = (): Buffer =>
  (adobeRgb ??= matrixProfile('Compatible with Adobe RGB (1998)', ADOBE_RGB, gamma(563 / 256)) ?? Buffer.alloc(0))
let adobeRgb: Buffer | undefined

/**
 * Builds an ICC profile from three primaries and either one curve or one for each channel. Returns undefined if the primaries do not span a
 * color space.
 */
export const matrixProfile = (name: string, primaries: Primaries, ...curves: Curve[]): Buffer | undefined =>
  build(name, primaries, ...curves.map(curveTag))

/** Builds an RGB profile that renders equal red, green and blue values as a gray profile with this curve renders gray values. */
export const greyProfileAsRgb = (name: string, curve: Buffer): Buffer | undefined => build(name, BT709, padded(curve))

function build(name: string, primaries: Primaries, ...curves: Buffer[]): Buffer | undefined {
  const matrix = toXyz(primaries)
  if (!matrix) return undefined
  const column = (index: number): Buffer => xyzTag(matrix.map(row => row[index] ?? 0))
  const tags: [name: string, body: Buffer][] = [
    ['desc', description(name)],
    ['cprt', textTag('No copyright, use freely')],
    ['wtpt', xyzTag(D50)],
    ...['rXYZ', 'gXYZ', 'bXYZ'].map((tag, index): [string, Buffer] => [tag, column(index)]),
    ...['rTRC', 'gTRC', 'bTRC'].flatMap((tag, index): [string, Buffer][] => {
      const curve = curves[index] ?? curves[0]
      return curve ? [[tag, curve]] : []
    }),
  ]
  const table = Buffer.alloc(4 + tags.length * 12)
  table.writeUInt32BE(tags.length)
  let at = 128 + table.length
  tags.forEach(([tag, body], index) => {
    table.write(tag, 4 + index * 12)
    table.writeUInt32BE(at, 8 + index * 12)
    table.writeUInt32BE(body.length, 12 + index * 12)
    at += body.length
  })
  return Buffer.concat([header(at), table, ...tags.map(([, body]) => body)])
}

const CURVE_POINTS = 1024
export function curveTag(curve: Curve): Buffer {
  const body = Buffer.alloc(12 + CURVE_POINTS * 2)
  body.write('curv')
  body.writeUInt32BE(CURVE_POINTS, 8)
  for (let point = 0; point < CURVE_POINTS; point++) {
    const light = Math.min(1, Math.max(0, curve(point / (CURVE_POINTS - 1))))
    body.writeUInt16BE(Math.round(light * 65535), 12 + point * 2)
  }
  return body
}

function header(size: number): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.writeUInt32BE(size)
  bytes.writeUInt32BE(0x02100000, 8) // version 2.1
  bytes.write('mntrRGB XYZ ', 12)
  bytes.write('acsp', 36)
  fixed(D50).copy(bytes, 68)
  return bytes
}

const fixed = (values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeInt32BE(Math.round(value * 65536), index * 4))
  return bytes
}
const padded = (...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([body, Buffer.alloc(-body.length & 3)])
}
const xyzTag = (values: number[]): Buffer => Buffer.concat([Buffer.from('XYZ \0\0\0\0'), fixed(values)])
const textTag = (text: string): Buffer => padded(Buffer.from(`text\0\0\0\0${text}\0`))
function description(text: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length + 1)
  // Unicode and Macintosh names follow; both are empty.
  return padded(Buffer.from('desc\0\0\0\0'), length, Buffer.from(`${text}\0`), Buffer.alloc(78))
}
