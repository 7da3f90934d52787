import { readIcc } from './icc-profile.ts'
import { curveTag } from './matrix-profile.ts'
import { curveIn, curveLength } from './matrix-to-srgb.ts'

/**
 * Browsers use the perceptual table of a CMYK profile without black point compensation. libvips omits the compensation only with the
 * colorimetric table, so this function stores the perceptual table under the names of both.
 */
export function perceptual(icc: Buffer): Buffer {
  const table = readIcc(icc)?.tag('A2B0')
  return table ? tableProfile(icc, table) : icc
}

/** Full scale in Little CMS, which libvips uses, divided by full scale in Chromium. */
const LAB_SCALE = 0xff00 / 0xffff
const XYZ_SCALE = 0x8000 / 0xffff

/**
 * Returns a profile with one table that makes Little CMS convert as Chromium does. Chromium prefers the perceptual table and never
 * compensates the black point, which Little CMS does automatically for version 4. Chromium reads the Lab values of `mft2` as in version 4
 * of ICC, where full scale is 0xffff instead of 0xff00, and reads full scale of XYZ as 1 although it is nearly 2. Returns undefined if the
 * profile has no table.
 */
export function asChromiumReads(icc: Buffer): Buffer | undefined {
  const profile = readIcc(icc)
  const table = profile?.tag('A2B0') ?? profile?.tag('A2B1')
  if (!table) return undefined
  const isXyz = icc.toString('latin1', 20, 24) === 'XYZ '
  try {
    return isXyz && hasMatrix(table) ? undefined : tableProfile(icc, scaled(table, isXyz))
  } catch (error) {
    if (error instanceof RangeError) return undefined // the table is truncated
    throw error
  }
}

/** If the table has a matrix, Chromium reads XYZ as the ICC standard defines it. JPEG files in XYB have such profiles. */
const hasMatrix = (table: Buffer): boolean => table.toString('latin1', 0, 4) === 'mAB ' && table.readUInt32BE(16) > 0

function scaled(table: Buffer, isXyz: boolean): Buffer {
  const type = table.toString('latin1', 0, 4)
  if (type === 'mft2') return withScaledCurves(table, isXyz ? XYZ_SCALE : LAB_SCALE)
  if (!isXyz) return table
  return type === 'mft1' ? withScaledCurves(in16Bits(table), XYZ_SCALE) : withScaledBCurves(table)
}

/** Offsets of the curves in tables of type `mft1` and `mft2` (ICC.1, lut8Type and lut16Type). */
const [CURVES_8, CURVES_16] = [48, 52]
const POINTS_8 = 256

function in16Bits(table: Buffer): Buffer {
  const head = Buffer.alloc(CURVES_16)
  table.copy(head, 0, 0, CURVES_8)
  head.write('mft2')
  head.writeUInt16BE(POINTS_8, 48)
  head.writeUInt16BE(POINTS_8, 50)
  return Buffer.concat([head, Buffer.from([...table.subarray(CURVES_8)].flatMap(value => [value, value]))])
}

/** Returns the `mft2` table with its output curves multiplied by `scale`. */
function withScaledCurves(table: Buffer, scale: number): Buffer {
  const [inputs = 0, outputs = 0, grid = 0] = table.subarray(8, 11)
  const [inputPoints, outputPoints] = [table.readUInt16BE(48), table.readUInt16BE(50)]
  const start = CURVES_16 + 2 * (inputs * inputPoints + grid ** inputs * outputs)
  const copy = Buffer.from(table)
  for (let at = start; at < start + 2 * outputs * outputPoints; at += 2)
    copy.writeUInt16BE(Math.round(table.readUInt16BE(at) * scale), at)
  return copy
}

/** Returns the `mAB ` table with its last curves multiplied by XYZ_SCALE. The new curves are appended to the table. */
function withScaledBCurves(table: Buffer): Buffer {
  const [outputs = 0, curves] = [table[9], [] as Buffer[]]
  for (let at = table.readUInt32BE(12); curves.length < outputs; at += curveLength(table, at)) {
    const curve = curveIn(table.subarray(at))
    if (!curve) return table
    curves.push(curveTag(value => curve(value) * XYZ_SCALE))
  }
  const whole = Buffer.concat([table, Buffer.alloc(-table.length & 3), ...curves])
  whole.writeUInt32BE((table.length + 3) & ~3, 12)
  return whole
}

const [HEADER, VERSION_AT, VERSION] = [128, 8, 0x02400000]
/** Builds a profile from the header of `icc` and this table, which serves all rendering intents. */
function tableProfile(icc: Buffer, table: Buffer): Buffer {
  const names = ['A2B0', 'A2B1']
  const start = HEADER + 4 + names.length * 12
  const head = Buffer.alloc(start)
  icc.copy(head, 0, 0, HEADER)
  head.writeUInt32BE(start + table.length, 0)
  head.writeUInt32BE(VERSION, VERSION_AT)
  head.writeUInt32BE(names.length, HEADER)
  names.forEach((name, index) => {
    const at = HEADER + 4 + index * 12
    head.write(name, at)
    head.writeUInt32BE(start, at + 4)
    head.writeUInt32BE(table.length, at + 8)
  })
  return Buffer.concat([head, table])
}
