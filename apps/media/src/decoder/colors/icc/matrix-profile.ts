import { ADOBE_RGB, BT709, D50_XYZ, type Primaries, rgbToXyzMatrix } from '../color-space.ts'

/** Converts a pixel value (0 to 1) to linear light (0 to 1). */
export type ToneCurve = (value: number) => number
export const gammaCurve =
  (exponent: number): ToneCurve =>
  value =>
    value ** exponent
/** Creates a curve of the form that sRGB and BT.709 have: linear below `knee`, a power function above. */
export const piecewiseCurve =
  (exponent: number, offset: number, slope: number, knee: number): ToneCurve =>
  value =>
    value < knee ? value / slope : ((value + offset) / (1 + offset)) ** exponent
export const SRGB_CURVE = piecewiseCurve(2.4, 0.055, 12.92, 0.04045)

/** Returns a profile for Adobe RGB (1998). Cameras set to Adobe RGB embed no profile and name the color space only in EXIF. */
export const getAdobeRgbProfile = (): Buffer =>
  (cachedAdobeRgbProfile ??=
    createMatrixProfile('Compatible with Adobe RGB (1998)', ADOBE_RGB, gammaCurve(563 / 256)) ?? Buffer.alloc(0))
let cachedAdobeRgbProfile: Buffer | undefined

/**
 * Builds an ICC profile from the primaries and one curve for all channels, or one curve per channel. Returns undefined if the primaries do
 * not span a color space.
 */
export const createMatrixProfile = (name: string, primaries: Primaries, ...curves: ToneCurve[]): Buffer | undefined =>
  buildProfile(name, primaries, ...curves.map(encodeCurve))

/** Creates an RGB profile that converts equal red, green and blue values as a gray profile with this curve converts gray. */
export const createRgbProfileForGray = (name: string, curve: Buffer): Buffer | undefined =>
  buildProfile(name, BT709, concatPadded(curve))

function buildProfile(name: string, primaries: Primaries, ...curves: Buffer[]): Buffer | undefined {
  const matrix = rgbToXyzMatrix(primaries)
  if (!matrix) return undefined
  const column = (index: number): Buffer => encodeXyz(matrix.map(row => row[index] ?? 0))
  const tags: [name: string, body: Buffer][] = [
    ['desc', encodeDescription(name)],
    ['cprt', encodeText('No copyright, use freely')],
    ['wtpt', encodeXyz(D50_XYZ)],
    ...['rXYZ', 'gXYZ', 'bXYZ'].map((tag, index): [string, Buffer] => [tag, column(index)]),
    ...['rTRC', 'gTRC', 'bTRC'].flatMap((tag, index): [string, Buffer][] => {
      const curve = curves[index] ?? curves[0]
      return curve ? [[tag, curve]] : []
    }),
  ]
  const table = Buffer.alloc(4 + tags.length * 12)
  table.writeUInt32BE(tags.length)
  let offset = 128 + table.length
  tags.forEach(([tag, body], index) => {
    table.write(tag, 4 + index * 12)
    table.writeUInt32BE(offset, 8 + index * 12)
    table.writeUInt32BE(body.length, 12 + index * 12)
    offset += body.length
  })
  return Buffer.concat([encodeHeader(offset), table, ...tags.map(([, body]) => body)])
}

const CURVE_POINTS = 1024
export function encodeCurve(curve: ToneCurve): Buffer {
  const body = Buffer.alloc(12 + CURVE_POINTS * 2)
  body.write('curv')
  body.writeUInt32BE(CURVE_POINTS, 8)
  for (let point = 0; point < CURVE_POINTS; point++) {
    const light = Math.min(1, Math.max(0, curve(point / (CURVE_POINTS - 1))))
    body.writeUInt16BE(Math.round(light * 65535), 12 + point * 2)
  }
  return body
}

function encodeHeader(size: number): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.writeUInt32BE(size)
  bytes.writeUInt32BE(0x02100000, 8) // version 2.1
  bytes.write('mntrRGB XYZ ', 12)
  bytes.write('acsp', 36)
  encodeFixedPoint(D50_XYZ).copy(bytes, 68)
  return bytes
}

const encodeFixedPoint = (values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeInt32BE(Math.round(value * 65536), index * 4))
  return bytes
}
const concatPadded = (...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([body, Buffer.alloc(-body.length & 3)])
}
const encodeXyz = (values: number[]): Buffer => Buffer.concat([Buffer.from('XYZ \0\0\0\0'), encodeFixedPoint(values)])
const encodeText = (text: string): Buffer => concatPadded(Buffer.from(`text\0\0\0\0${text}\0`))
function encodeDescription(text: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length + 1)
  // the 78 zeros are an empty Unicode name and an empty Macintosh name
  return concatPadded(Buffer.from('desc\0\0\0\0'), length, Buffer.from(`${text}\0`), Buffer.alloc(78))
}
