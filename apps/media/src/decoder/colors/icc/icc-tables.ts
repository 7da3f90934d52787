import { readIcc } from './icc-profile.ts'
import { encodeCurve } from './matrix-profile.ts'
import { readCurve, curveLength } from './matrix-to-srgb.ts'

/**
 * Returns the profile with its perceptual table also in place of the colorimetric table. Browsers use the perceptual table of a CMYK
 * profile without black point compensation; libvips omits the compensation only for the colorimetric table.
 */
export function withPerceptualTable(icc: Buffer): Buffer {
  const table = readIcc(icc)?.findTag('A2B0')
  return table ? createTableProfile(icc, table) : icc
}

/** Ratio between the number that represents full scale in Little CMS, which libvips uses, and that in Chromium. */
const LAB_SCALE = 0xff00 / 0xffff
const XYZ_SCALE = 0x8000 / 0xffff

/**
 * Returns a profile with one table that makes Little CMS convert as Chromium does, or undefined if the profile has no table. Little CMS
 * compensates the black point automatically for version 4 of ICC; Chromium never does. In `mft2` tables, Chromium reads Lab values as in
 * version 4, where full scale is 0xffff instead of 0xff00, and XYZ values with 1 as full scale instead of nearly 2.
 */
export function toChromiumProfile(icc: Buffer): Buffer | undefined {
  const profile = readIcc(icc)
  const table = profile?.findTag('A2B0') ?? profile?.findTag('A2B1')
  if (!table) return undefined
  const isXyz = icc.toString('latin1', 20, 24) === 'XYZ '
  try {
    return isXyz && hasMatrix(table) ? undefined : createTableProfile(icc, scaleTable(table, isXyz))
  } catch (error) {
    if (error instanceof RangeError) return undefined // the table is truncated
    throw error
  }
}

/**
 * Returns true if the table has a matrix. In such a table, Chromium reads XYZ as the ICC standard defines it. JPEG files in XYB have such
 * profiles.
 */
const hasMatrix = (table: Buffer): boolean => table.toString('latin1', 0, 4) === 'mAB ' && table.readUInt32BE(16) > 0

function scaleTable(table: Buffer, isXyz: boolean): Buffer {
  const type = table.toString('latin1', 0, 4)
  if (type === 'mft2') return withScaledCurves(table, isXyz ? XYZ_SCALE : LAB_SCALE)
  if (!isXyz) return table
  return type === 'mft1' ? withScaledCurves(to16BitTable(table), XYZ_SCALE) : withScaledBCurves(table)
}

/** Offsets of the curves in tables of type `mft1` and `mft2` (ICC.1, lut8Type and lut16Type). */
const [CURVES_START_8_BIT, CURVES_START_16_BIT] = [48, 52]
const POINTS_PER_8_BIT_CURVE = 256

function to16BitTable(table: Buffer): Buffer {
  const head = Buffer.alloc(CURVES_START_16_BIT)
  table.copy(head, 0, 0, CURVES_START_8_BIT)
  head.write('mft2')
  head.writeUInt16BE(POINTS_PER_8_BIT_CURVE, 48)
  head.writeUInt16BE(POINTS_PER_8_BIT_CURVE, 50)
  return Buffer.concat([head, Buffer.from([...table.subarray(CURVES_START_8_BIT)].flatMap(value => [value, value]))])
}

/** Returns the `mft2` table with its output curves multiplied by `scale`. */
function withScaledCurves(table: Buffer, scale: number): Buffer {
  const [inputs = 0, outputs = 0, grid = 0] = table.subarray(8, 11)
  const [inputPoints, outputPoints] = [table.readUInt16BE(48), table.readUInt16BE(50)]
  const start = CURVES_START_16_BIT + 2 * (inputs * inputPoints + grid ** inputs * outputs)
  const copy = Buffer.from(table)
  for (let offset = start; offset < start + 2 * outputs * outputPoints; offset += 2)
    copy.writeUInt16BE(Math.round(table.readUInt16BE(offset) * scale), offset)
  return copy
}

/** Returns the `mAB ` table with its output curves multiplied by XYZ_SCALE. The new curves are appended to the table. */
function withScaledBCurves(table: Buffer): Buffer {
  const [outputs = 0, curves] = [table[9], [] as Buffer[]]
  for (let offset = table.readUInt32BE(12); curves.length < outputs; offset += curveLength(table, offset)) {
    const curve = readCurve(table.subarray(offset))
    if (!curve) return table
    curves.push(encodeCurve(value => curve(value) * XYZ_SCALE))
  }
  const extendedTable = Buffer.concat([table, Buffer.alloc(-table.length & 3), ...curves])
  extendedTable.writeUInt32BE((table.length + 3) & ~3, 12)
  return extendedTable
}

const [HEADER_LENGTH, VERSION_OFFSET, ICC_VERSION] = [128, 8, 0x02400000]
/** Creates a profile with the header of `icc` and with `table` for all rendering intents. */
function createTableProfile(icc: Buffer, table: Buffer): Buffer {
  const names = ['A2B0', 'A2B1']
  const start = HEADER_LENGTH + 4 + names.length * 12
  const head = Buffer.alloc(start)
  icc.copy(head, 0, 0, HEADER_LENGTH)
  head.writeUInt32BE(start + table.length, 0)
  head.writeUInt32BE(ICC_VERSION, VERSION_OFFSET)
  head.writeUInt32BE(names.length, HEADER_LENGTH)
  names.forEach((name, index) => {
    const offset = HEADER_LENGTH + 4 + index * 12
    head.write(name, offset)
    head.writeUInt32BE(start, offset + 4)
    head.writeUInt32BE(table.length, offset + 8)
  })
  return Buffer.concat([head, table])
}
