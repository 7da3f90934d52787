import { inflateSync } from 'node:zlib'
import { readPngChunks } from '../../formats/png-chunks.ts'
import { colorSpaceOfCicp } from './cicp.ts'
import { BT709, type ColorSpace, type Primaries } from '../color-space.ts'
import { colorSpaceOfIcc, type SampleKind } from '../colors.ts'
import { gammaCurve, createMatrixProfile } from '../icc/matrix-profile.ts'

const COLOR_CHUNKS = new Set(['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'cLLI', 'mDCV'])
const MAX_CHUNK_BYTES = 8 * 1024 ** 2
const MAX_CHUNKS = 1000

/** Returns the color space of a PNG file. The precedence of the chunks follows the PNG specification (third edition, 13.13). */
export async function readPngColorSpace(path: string, samples: SampleKind): Promise<ColorSpace | undefined> {
  const chunks = readColorChunks(path)
  const cicp = chunks.get('cICP')
  // Browsers ignore code points unless they describe full-range RGB.
  if (cicp && cicp.length >= 4 && cicp[2] === 0 && cicp[3] === 1) {
    const [primaries = 0, transfer = 0] = cicp
    const stated = colorSpaceOfCicp({ primaries, transfer, peakNits: readPeakNits(chunks) })
    if (stated) return stated
  }
  const byProfile = await colorSpaceOfIcc(unpackProfile(chunks.get('iCCP')), samples)
  if (byProfile) return byProfile
  if (chunks.has('sRGB')) return { kind: 'srgb', name: 'sRGB' }
  return colorSpaceOfGamma(chunks.get('gAMA'), chunks.get('cHRM'))
}

function readColorChunks(path: string): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>()
  let count = 0
  for (const { type, length, content } of readPngChunks(path)) {
    if (type === 'IDAT' || type === 'IEND' || ++count > MAX_CHUNKS) break
    if (COLOR_CHUNKS.has(type) && length <= MAX_CHUNK_BYTES && !chunks.has(type)) chunks.set(type, content())
  }
  return chunks
}

/** Unpacks an embedded profile. libpng is not used, because it rejects some profiles that browsers apply. */
function unpackProfile(chunk: Buffer | undefined): Buffer | undefined {
  const nameEnd = chunk?.indexOf(0) ?? -1
  if (!chunk || nameEnd === -1 || chunk[nameEnd + 1] !== 0) return undefined
  try {
    return inflateSync(chunk.subarray(nameEnd + 2), { maxOutputLength: MAX_CHUNK_BYTES })
  } catch {
    return undefined // damaged, or a decompression bomb
  }
}

/** Returns the brightest light of the picture in nits, or that of the display on which the picture was mastered. */
function readPeakNits(chunks: Map<string, Buffer>): number | undefined {
  const [content, display] = [chunks.get('cLLI'), chunks.get('mDCV')]
  if (content && content.length >= 8 && content.readUInt32BE(0) > 0) return content.readUInt32BE(0) / 10_000
  return display && display.length >= 24 ? display.readUInt32BE(16) / 10_000 : undefined
}

const SRGB_GAMMA_VALUE = 45_455
/**
 * Returns the color space of a gamma chunk and a primaries chunk. Undefined without a gamma, because browsers then ignore primaries, too. A
 * gamma near that of sRGB without primaries means sRGB.
 */
function colorSpaceOfGamma(gammaChunk: Buffer | undefined, primariesChunk: Buffer | undefined): ColorSpace | undefined {
  const exponent = gammaChunk && gammaChunk.length >= 4 ? gammaChunk.readUInt32BE(0) : 0
  if (exponent === 0) return undefined
  const primaries = primariesChunk && readPrimaries(primariesChunk)
  if (!primaries && Math.abs(exponent / SRGB_GAMMA_VALUE - 1) < 0.05) return { kind: 'srgb', name: 'sRGB' }
  const name = `Gamma ${(100_000 / exponent).toFixed(2)}`
  const icc = createMatrixProfile(name, primaries ?? BT709, gammaCurve(100_000 / exponent))
  return icc && { kind: 'profile', name, icc }
}

function readPrimaries(chunk: Buffer): Primaries | undefined {
  if (chunk.length < 32) return undefined
  const [white, red, green, blue] = [0, 8, 16, 24].map(
    offset => [chunk.readUInt32BE(offset) / 100_000, chunk.readUInt32BE(offset + 4) / 100_000] as [number, number],
  )
  if (!white || !red || !green || !blue || [white, red, green, blue].some(([, y]) => y === 0)) return undefined
  return { white, red, green, blue }
}
