import { type Pixels, samplesOf, type StoredPixels } from '../../formats/pixels.ts'
import { readIcc } from './icc-profile.ts'
import { type ToneCurve, gammaCurve } from './matrix-profile.ts'
import { type Matrix, multiplyMatrices, xyzToSrgbMatrix } from '../color-space.ts'
import { toScreenLevel } from '../tone-map.ts'

const LEVELS_16_BIT = 65_536

/**
 * Converts 16-bit RGB to sRGB with the primaries and curves of a profile. Returns undefined if the profile has tables. Little CMS, which
 * libvips uses, converts 16 bits with a coarse table that is wrong by up to 5 levels in saturated colors.
 */
export function matrixToSrgb(stored: StoredPixels, icc: Buffer): Pixels | undefined {
  const profile = readMatrixProfile(icc)
  if (!profile) return undefined
  const { width, height } = stored
  const data = Buffer.alloc(width * height * 3)
  convertPixels(samplesOf(stored), profile, data)
  return { data, width, height, channels: 3 }
}

/** The product of matrix and pixel is unrolled, because loops over channels and rows would take many times as long. */
function convertPixels(levels: ArrayLike<number>, { tables, matrix }: MatrixProfile, out: Uint8Array): void {
  const [reds, greens, blues] = tables
  const [redRed, redGreen, redBlue, greenRed, greenGreen, greenBlue, blueRed, blueGreen, blueBlue] =
    flattenMatrix(matrix)
  for (let offset = 0; offset < out.length; offset += 3) {
    const red = reds[levels[offset] ?? 0] ?? 0
    const green = greens[levels[offset + 1] ?? 0] ?? 0
    const blue = blues[levels[offset + 2] ?? 0] ?? 0
    out[offset] = toScreenLevel(redRed * red + redGreen * green + redBlue * blue)
    out[offset + 1] = toScreenLevel(greenRed * red + greenGreen * green + greenBlue * blue)
    out[offset + 2] = toScreenLevel(blueRed * red + blueGreen * green + blueBlue * blue)
  }
}

type MatrixRow = [number, number, number]
const flattenMatrix = (matrix: Matrix): [...MatrixRow, ...MatrixRow, ...MatrixRow] =>
  matrix.flat() as [...MatrixRow, ...MatrixRow, ...MatrixRow]

type MatrixProfile = {
  /** For each channel, the linear light of each 16-bit value. */
  tables: [Float32Array, Float32Array, Float32Array]
  /** Converts linear light from the primaries of the profile to those of sRGB. */
  matrix: Matrix
}

function readMatrixProfile(icc: Buffer): MatrixProfile | undefined {
  const findTag = readIcc(icc)?.findTag
  if (!findTag || findTag('A2B0') || findTag('A2B1')) return undefined
  const columns = ['rXYZ', 'gXYZ', 'bXYZ'].map(name => readFixedPoint(findTag(name), 8, 3))
  const [first, ...others] = ['rTRC', 'gTRC', 'bTRC'].map(findTag)
  // most profiles have equal curves for all channels; a shared table then stays in the processor cache, which three tables would not
  const isShared = first !== undefined && others.every(other => other?.equals(first))
  const red = createLightTable(first)
  const [green, blue] = isShared ? [red, red] : others.map(createLightTable)
  if (!red || !green || !blue || columns.some(column => column.length < 3)) return undefined
  const rows = [0, 1, 2].map(row => columns.map(column => column[row] ?? 0))
  return { tables: [red, green, blue], matrix: multiplyMatrices(xyzToSrgbMatrix(), rows) }
}

function createLightTable(tag: Buffer | undefined): Float32Array | undefined {
  const curve = readCurve(tag)
  if (!curve) return undefined
  const table = new Float32Array(LEVELS_16_BIT)
  for (let level = 0; level < LEVELS_16_BIT; level++) table[level] = curve(level / (LEVELS_16_BIT - 1))
  return table
}

/** Reads fixed-point numbers with 16 bits before and 16 bits after the point (ICC.1, s15Fixed16Number). */
function readFixedPoint(tag: Buffer | undefined, from: number, count: number): number[] {
  if (!tag || tag.length < from + count * 4) return []
  return Array.from({ length: count }, (_, index) => tag.readInt32BE(from + index * 4) / 65_536)
}

export function readCurve(tag: Buffer | undefined): ToneCurve | undefined {
  if (!tag || tag.length < 12) return undefined
  const type = tag.toString('latin1', 0, 4)
  if (type === 'para') return readParametricCurve(tag)
  const count = tag.readUInt32BE(8)
  if (type !== 'curv' || tag.length < 12 + count * 2) return undefined
  if (count === 0) return value => value
  if (count === 1) return gammaCurve(tag.readUInt16BE(12) / 256)
  const readPoint = (index: number): number => tag.readUInt16BE(12 + Math.min(index, count - 1) * 2) / 65_535
  return value => {
    const position = value * (count - 1)
    const lowerIndex = Math.floor(position)
    return readPoint(lowerIndex) + (readPoint(lowerIndex + 1) - readPoint(lowerIndex)) * (position - lowerIndex)
  }
}

/** The number of parameters of each function type (ICC.1, parametricCurveType). */
const PARAMETER_COUNTS = [1, 3, 4, 5, 7]
/** Returns the length in bytes of the curve at `offset`, including the padding to a multiple of four bytes. */
export function curveLength(table: Buffer, offset: number): number {
  const isList = table.toString('latin1', offset, offset + 4) === 'curv'
  const length = isList
    ? table.readUInt32BE(offset + 8) * 2
    : (PARAMETER_COUNTS[table.readUInt16BE(offset + 8)] ?? 0) * 4
  return (12 + length + 3) & ~3
}

function readParametricCurve(tag: Buffer): ToneCurve | undefined {
  const kind = tag.readUInt16BE(8)
  const parameters = readFixedPoint(tag, 12, PARAMETER_COUNTS[kind] ?? 0)
  const [g, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = parameters
  if (g === undefined) return undefined
  const power = (value: number): number => Math.max(0, a * value + b) ** g
  if (kind === 0) return gammaCurve(g)
  if (kind <= 2) return value => (value >= -b / a ? power(value) + c : c)
  return value => (value >= d ? power(value) + e : c * value + f)
}
