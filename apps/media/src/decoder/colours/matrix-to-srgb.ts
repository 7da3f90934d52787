import type { Pixels, StoredPixels } from '../formats/pixels.ts'
import { readIcc } from './icc-profile.ts'
import { type Curve, gamma } from './matrix-profile.ts'
import { type Matrix, product, xyzToSrgb } from './primaries.ts'
import { multiply, toScreenLevel } from './tone-map.ts'

const LEVELS = 65_536

/**
 * RGB of 16 bits in a profile of three primaries. Little CMS, which libvips calls, converts 16 bits by a coarse table that is wrong by
 * up to 5 levels in strong colours. Undefined where the profile has tables.
 */
export function matrixToSrgb({ data, width, height }: StoredPixels, icc: Buffer): Pixels | undefined {
  const profile = readMatrixProfile(icc)
  if (!profile) return undefined
  const { tables, matrix } = profile
  const levels = new Uint16Array(data.buffer, data.byteOffset, data.length / 2)
  const out = Buffer.alloc(width * height * 3)
  const [light, shown] = [new Float64Array(3), new Float64Array(3)]
  for (let at = 0; at < out.length; at += 3) {
    for (let c = 0; c < 3; c++) light[c] = tables[c]?.[levels[at + c] ?? 0] ?? 0
    multiply(matrix, light, shown)
    for (let c = 0; c < 3; c++) out[at + c] = toScreenLevel(shown[c] ?? 0)
  }
  return { data: out, width, height, channels: 3 }
}

type MatrixProfile = {
  /** From a number of 16 bits to linear light, for each channel. */
  tables: Float32Array[]
  /** To the linear light of sRGB. */
  matrix: Matrix
}

function readMatrixProfile(icc: Buffer): MatrixProfile | undefined {
  const tag = readIcc(icc)?.tag
  if (!tag || tag('A2B0') || tag('A2B1')) return undefined
  const columns = ['rXYZ', 'gXYZ', 'bXYZ'].map(name => fixedNumbers(tag(name), 8, 3))
  const curves = ['rTRC', 'gTRC', 'bTRC'].flatMap(name => curveIn(tag(name)) ?? [])
  if (curves.length < 3 || columns.some(column => column.length < 3)) return undefined
  const tables = curves.map(curve => Float32Array.from({ length: LEVELS }, (_, at) => curve(at / (LEVELS - 1))))
  const rows = [0, 1, 2].map(row => columns.map(column => column[row] ?? 0))
  return { tables, matrix: product(xyzToSrgb(), rows) }
}

/** Numbers of 16 bits before and behind the point (ICC.1, s15Fixed16Number). */
function fixedNumbers(tag: Buffer | undefined, from: number, count: number): number[] {
  if (!tag || tag.length < from + count * 4) return []
  return Array.from({ length: count }, (_, index) => tag.readInt32BE(from + index * 4) / 65_536)
}

export function curveIn(tag: Buffer | undefined): Curve | undefined {
  if (!tag || tag.length < 12) return undefined
  const type = tag.toString('latin1', 0, 4)
  if (type === 'para') return parametric(tag)
  const count = tag.readUInt32BE(8)
  if (type !== 'curv' || tag.length < 12 + count * 2) return undefined
  if (count === 0) return value => value
  if (count === 1) return gamma(tag.readUInt16BE(12) / 256)
  const point = (at: number): number => tag.readUInt16BE(12 + Math.min(at, count - 1) * 2) / 65_535
  return value => {
    const [below, part] = [Math.floor(value * (count - 1)), (value * (count - 1)) % 1]
    return point(below) + (point(below + 1) - point(below)) * part
  }
}

/** How many numbers each function has (ICC.1, parametricCurveType). */
const PARAMETERS = [1, 3, 4, 5, 7]
/** Of a curve in a table, where each begins at a multiple of four. */
export function curveLength(table: Buffer, at: number): number {
  const isList = table.toString('latin1', at, at + 4) === 'curv'
  const length = isList ? table.readUInt32BE(at + 8) * 2 : (PARAMETERS[table.readUInt16BE(at + 8)] ?? 0) * 4
  return (12 + length + 3) & ~3
}

function parametric(tag: Buffer): Curve | undefined {
  const kind = tag.readUInt16BE(8)
  const numbers = fixedNumbers(tag, 12, PARAMETERS[kind] ?? 0)
  const [g, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers
  if (g === undefined) return undefined
  const power = (value: number): number => Math.max(0, a * value + b) ** g
  if (kind === 0) return gamma(g)
  if (kind <= 2) return value => (value >= -b / a ? power(value) + c : c)
  return value => (value >= d ? power(value) + e : c * value + f)
}
