import { inflateSync } from 'node:zlib'
import { pngChunks } from '../../formats/png-chunks.ts'
import { coloursOfCicp } from './cicp.ts'
import { BT709, type Colours, type Primaries } from '../colour-space.ts'
import { coloursOfIcc, type Samples } from '../colours.ts'
import { gamma, matrixProfile } from '../icc/matrix-profile.ts'

const STATING = new Set(['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'cLLI', 'mDCV'])
const LARGEST_CHUNK = 8 * 1024 ** 2
const MOST_CHUNKS = 1000

/** Returns the color space that a PNG states, in the order of precedence of the PNG specification (third edition, 13.13). */
export async function pngColours(path: string, samples: Samples): Promise<Colours | undefined> {
  const chunks = statingChunks(path)
  const cicp = chunks.get('cICP')
  // Browsers ignore code points unless they describe full-range RGB.
  if (cicp && cicp.length >= 4 && cicp[2] === 0 && cicp[3] === 1) {
    const [primaries = 0, transfer = 0] = cicp
    const stated = coloursOfCicp({ primaries, transfer, peak: peakOf(chunks) })
    if (stated) return stated
  }
  const byProfile = await coloursOfIcc(profileIn(chunks.get('iCCP')), samples)
  if (byProfile) return byProfile
  if (chunks.has('sRGB')) return { kind: 'srgb', name: 'sRGB' }
  return byGamma(chunks.get('gAMA'), chunks.get('cHRM'))
}

function statingChunks(path: string): Map<string, Buffer> {
  const found = new Map<string, Buffer>()
  let count = 0
  for (const { type, length, content } of pngChunks(path)) {
    if (type === 'IDAT' || type === 'IEND' || ++count > MOST_CHUNKS) break
    if (STATING.has(type) && length <= LARGEST_CHUNK && !found.has(type)) found.set(type, content())
  }
  return found
}

/** libpng rejects some profiles that browsers apply, so this function reads the profile itself. */
function profileIn(chunk: Buffer | undefined): Buffer | undefined {
  const nameEnd = chunk?.indexOf(0) ?? -1
  if (!chunk || nameEnd === -1 || chunk[nameEnd + 1] !== 0) return undefined
  try {
    return inflateSync(chunk.subarray(nameEnd + 2), { maxOutputLength: LARGEST_CHUNK })
  } catch {
    return undefined // damaged, or a decompression bomb
  }
}

/** Returns the brightest light in nits: of the picture, or of the display on which it was mastered. */
function peakOf(chunks: Map<string, Buffer>): number | undefined {
  const [content, display] = [chunks.get('cLLI'), chunks.get('mDCV')]
  if (content && content.length >= 8 && content.readUInt32BE(0) > 0) return content.readUInt32BE(0) / 10_000
  return display && display.length >= 24 ? display.readUInt32BE(16) / 10_000 : undefined
}

const SRGB_GAMMA = 45_455
/** Browsers ignore primaries without a gamma. A gamma near that of sRGB without primaries means sRGB. */
function byGamma(gammaChunk: Buffer | undefined, primariesChunk: Buffer | undefined): Colours | undefined {
  const exponent = gammaChunk && gammaChunk.length >= 4 ? gammaChunk.readUInt32BE(0) : 0
  if (exponent === 0) return undefined
  const primaries = primariesChunk && primariesIn(primariesChunk)
  if (!primaries && Math.abs(exponent / SRGB_GAMMA - 1) < 0.05) return { kind: 'srgb', name: 'sRGB' }
  const name = `Gamma ${(100_000 / exponent).toFixed(2)}`
  const icc = matrixProfile(name, primaries ?? BT709, gamma(100_000 / exponent))
  return icc && { kind: 'profile', name, icc }
}

function primariesIn(chunk: Buffer): Primaries | undefined {
  if (chunk.length < 32) return undefined
  const [white, red, green, blue] = [0, 8, 16, 24].map(
    at => [chunk.readUInt32BE(at) / 100_000, chunk.readUInt32BE(at + 4) / 100_000] as [number, number],
  )
  if (!white || !red || !green || !blue || [white, red, green, blue].some(([, y]) => y === 0)) return undefined
  return { white, red, green, blue }
}
