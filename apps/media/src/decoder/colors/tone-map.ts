import { type Pixels, samplesOf, type StoredPixels } from '../formats/pixels.ts'
import { BT2020, BT709, encodeSrgb, type HdrLight, type Matrix, primariesToPrimariesMatrix } from './color-space.ts'

/** Brightness of white text and paper in HDR pictures, in nits (ITU-R BT.2408). */
const REFERENCE_WHITE_NITS = 203
/** Peak brightness in nits of HLG pictures, and of pictures that do not state theirs. */
export const DEFAULT_PEAK_NITS = 1000

/**
 * Converts three-channel HDR to sRGB as Chromium displays it on a screen without extra brightness for HDR: reference white tone mapping
 * (SMPTE ST 2094-50).
 */
export function toneMap(stored: StoredPixels, light: HdrLight): Pixels {
  const { width, height, is16Bit } = stored
  const levels = samplesOf(stored)
  const linear = createLightTable(light, is16Bit ? 65536 : 256)
  const [toGain, toScreen] = [
    primariesToPrimariesMatrix(light.primaries, BT2020),
    primariesToPrimariesMatrix(BT2020, BT709),
  ]
  const gain = createGainCurve(light)
  const out = Buffer.alloc(width * height * 3)
  const [source, mixed, shown] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)]
  for (let offset = 0; offset < out.length; offset += 3) {
    for (let c = 0; c < 3; c++) source[c] = linear[levels[offset + c] ?? 0] ?? 0
    multiplyInto(toGain, source, mixed)
    if (light.transfer === 'hlg') applySystemGamma(mixed)
    const factor = gain(Math.max(...mixed))
    multiplyInto(toScreen, mixed, shown)
    for (let c = 0; c < 3; c++) out[offset + c] = toScreenLevel((shown[c] ?? 0) * factor)
  }
  return { data: out, width, height, channels: 3 }
}

function createLightTable({ transfer }: HdrLight, count: number): Float32Array {
  const light = transfer === 'pq' ? pqToLight : hlgToLight
  return Float32Array.from({ length: count }, (_, level) => light(level / (count - 1)))
}

/** Converts a PQ value (SMPTE ST 2084) to light. The reference white is 1. */
function pqToLight(value: number): number {
  const power = value ** (1 / 78.84375)
  const nits = 10_000 * (Math.max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power)) ** (1 / 0.1593017578125)
  return nits / REFERENCE_WHITE_NITS
}

/** Converts an HLG value (ARIB STD-B67) to the light of the scene, 0 to 1. */
const hlgToLight = (value: number): number =>
  value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12

/** Converts the light of the scene, in BT.2020 primaries, to the light of a screen of 1,000 nits (ITU-R BT.2100). */
function applySystemGamma(rgb: Float64Array): void {
  const [red = 0, green = 0, blue = 0] = rgb
  const scale = ((0.2627 * red + 0.678 * green + 0.0593 * blue) ** 0.2 * DEFAULT_PEAK_NITS) / REFERENCE_WHITE_NITS
  for (let c = 0; c < 3; c++) rgb[c] = (rgb[c] ?? 0) * scale
}

/**
 * Returns a function that computes, from the brightest component of a pixel, the factor for its light. The resulting tone curve is a line
 * up to the reference white, then a quadratic Bézier curve up to the peak.
 */
function createGainCurve({ peakNits }: HdrLight): (brightest: number) => number {
  const headroom = Math.max(1, peakNits / REFERENCE_WHITE_NITS)
  const white = 1 - 0.5 * Math.min(1, Math.log(headroom) / Math.log(DEFAULT_PEAK_NITS / REFERENCE_WHITE_NITS))
  const [xMiddle, yMiddle] = [0.35 + 0.65 / white, 0.35 * white + 0.65]
  return brightest => {
    if (brightest <= 1 || headroom === 1) return white
    if (brightest >= headroom) return 1 / brightest
    const [a, b, c] = [1 - 2 * xMiddle + headroom, 2 * (xMiddle - 1), 1 - brightest]
    const t = a === 0 ? -c / b : (-b + Math.sqrt(b * b - 4 * a * c)) / (2 * a)
    return ((1 - t) ** 2 * white + 2 * t * (1 - t) * yMiddle + t * t) / brightest
  }
}

function multiplyInto(matrix: Matrix, from: Float64Array, to: Float64Array): void {
  for (let row = 0; row < 3; row++) {
    // destructuring the row would take ten times as long
    const factors = matrix[row]
    if (factors) to[row] = dotProduct(factors, from)
  }
}

const dotProduct = (factors: number[], light: Float64Array): number =>
  (factors[0] ?? 0) * (light[0] ?? 0) + (factors[1] ?? 0) * (light[1] ?? 0) + (factors[2] ?? 0) * (light[2] ?? 0)

/**
 * Number of steps of linear light in SCREEN_LEVELS. Dark levels, to which the eye is most sensitive, still have about twenty steps each.
 */
const SCREEN_STEPS = 65_535
const SCREEN_LEVELS = Uint8Array.from({ length: SCREEN_STEPS + 1 }, (_, step) =>
  Math.round(255 * encodeSrgb(step / SCREEN_STEPS)),
)
/** Converts linear light (0 to 1) to an sRGB level (0 to 255). */
export function toScreenLevel(light: number): number {
  if (!(light > 0)) return 0
  // Adding 0.5 and truncating is faster than Math.round.
  return light >= 1 ? 255 : (SCREEN_LEVELS[(light * SCREEN_STEPS + 0.5) | 0] ?? 0)
}
