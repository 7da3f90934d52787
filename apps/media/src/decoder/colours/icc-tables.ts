/**
 * Browsers use the perceptual table of an ink profile without compensating the black point. libvips does so only with the
 * colorimetric table, so the perceptual one takes its name.
 */
export function perceptual(icc: Buffer): Buffer {
  const [perceptualAt, colorimetricAt] = [tagEntry(icc, 'A2B0'), tagEntry(icc, 'A2B1')]
  if (perceptualAt === undefined || colorimetricAt === undefined) return icc
  const copy = Buffer.from(icc)
  icc.copy(copy, colorimetricAt + 4, perceptualAt + 4, perceptualAt + 12)
  return copy
}

const [V2_FULL_SCALE, V4_FULL_SCALE] = [0xff00, 0xffff]
/**
 * Chromium reads the Lab numbers of a 16-bit table by version 4 of ICC, where full scale is 0xffff. In `mft2` it is 0xff00, by which
 * libvips reads them: the output curves are scaled by the difference.
 */
export function asChromiumReads(icc: Buffer): Buffer {
  const entry = tagEntry(icc, 'A2B0') ?? tagEntry(icc, 'A2B1')
  const start = entry === undefined ? icc.length : icc.readUInt32BE(entry + 4)
  const isLab = icc.toString('latin1', 20, 24) === 'Lab ' && icc.toString('latin1', start, start + 4) === 'mft2'
  if (!isLab || start + CURVES > icc.length) return icc
  const [inputs = 0, outputs = 0, grid = 0] = icc.subarray(start + 8, start + 11)
  const [inputPoints, outputPoints] = [icc.readUInt16BE(start + 48), icc.readUInt16BE(start + 50)]
  const curvesAt = start + CURVES + 2 * (inputs * inputPoints + grid ** inputs * outputs)
  const end = curvesAt + 2 * outputs * outputPoints
  if (end > icc.length) return icc
  const copy = Buffer.from(icc)
  for (let at = curvesAt; at < end; at += 2)
    copy.writeUInt16BE(Math.round((icc.readUInt16BE(at) * V2_FULL_SCALE) / V4_FULL_SCALE), at)
  return copy
}
/** Where the curves begin in a table of type `mft2` (ICC.1, lut16Type). */
const CURVES = 52

function tagEntry(icc: Buffer, name: string): number | undefined {
  const entries = Array.from({ length: icc.readUInt32BE(128) }, (_, index) => 132 + index * 12)
  return entries.find(at => icc.toString('latin1', at, at + 4) === name)
}
