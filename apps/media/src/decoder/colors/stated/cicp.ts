import { BT2020, BT709, type ColorSpace, DISPLAY_P3, type Primaries } from '../color-space.ts'
import { type ToneCurve, gammaCurve, createMatrixProfile, piecewiseCurve, SRGB_CURVE } from '../icc/matrix-profile.ts'
import { DEFAULT_PEAK_NITS } from '../tone-map.ts'

const [ILLUMINANT_C, DCI_WHITE] = [
  [0.31, 0.316],
  [0.314, 0.351],
] as [[number, number], [number, number]]
const BT601_525: Primaries = { ...BT709, red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07] }
/** Primaries by code point (ITU-T H.273, table 2). */
const PRIMARIES_BY_CODE: Record<number, Primaries> = {
  1: BT709,
  4: { red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08], white: ILLUMINANT_C },
  5: { ...BT709, red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06] },
  6: BT601_525,
  7: BT601_525,
  8: { red: [0.681, 0.319], green: [0.243, 0.692], blue: [0.145, 0.049], white: ILLUMINANT_C },
  9: BT2020,
  10: { red: [1, 0], green: [0, 1], blue: [0, 0], white: [1 / 3, 1 / 3] },
  11: { ...DISPLAY_P3, white: DCI_WHITE },
  12: DISPLAY_P3,
  22: { ...BT709, red: [0.63, 0.34], green: [0.295, 0.605], blue: [0.155, 0.077] },
}

/** Curve of video screens (ITU-R BT.1886). Browsers use it for pictures whose transfer code is that of video cameras. */
const VIDEO_CURVE = gammaCurve(2.4)
/** Transfer curves by code point (ITU-T H.273, table 3), except HDR curves. */
const CURVES_BY_CODE: Record<number, ToneCurve> = {
  1: VIDEO_CURVE,
  4: gammaCurve(2.2),
  5: gammaCurve(2.8),
  6: VIDEO_CURVE,
  7: piecewiseCurve(1 / 0.45, 0.1115, 4, 0.0913),
  8: gammaCurve(1),
  11: VIDEO_CURVE,
  13: SRGB_CURVE,
  14: VIDEO_CURVE,
  15: VIDEO_CURVE,
  17: value => (52.37 / 48) * value ** 2.6,
}
const HDR_TRANSFER_CODES: Record<number, 'pq' | 'hlg'> = { 16: 'pq', 18: 'hlg' }
/** Transfer codes of video cameras. AVIF and HEIC encoders also write them for sRGB content, and browsers display such files as sRGB. */
const VIDEO_TRANSFER_CODES = new Set([1, 6, 14, 15])
const UNSPECIFIED_CODE = 2

export type CicpCodes = {
  primaries: number
  transfer: number
  isVideoShownAsSrgb?: boolean
  peakNits?: number | undefined
}

/**
 * Returns the color space for code points of ITU-T H.273, or undefined if neither primaries nor transfer are specified. Unknown code points
 * count as those of sRGB.
 */
export function colorSpaceOfCicp({
  primaries,
  transfer,
  isVideoShownAsSrgb,
  peakNits,
}: CicpCodes): ColorSpace | undefined {
  if (primaries === UNSPECIFIED_CODE && transfer === UNSPECIFIED_CODE) return undefined
  const codedPrimaries = PRIMARIES_BY_CODE[primaries] ?? BT709
  const hdrTransfer = HDR_TRANSFER_CODES[transfer]
  if (hdrTransfer) {
    const light = { transfer: hdrTransfer, primaries: codedPrimaries, peakNits: peakNits || DEFAULT_PEAK_NITS }
    return { kind: 'hdr', name: `HDR (${hdrTransfer.toUpperCase()})`, light }
  }
  const isSrgbCurve = isVideoShownAsSrgb && VIDEO_TRANSFER_CODES.has(transfer)
  return colorSpaceOfCurve(
    codedPrimaries,
    (isSrgbCurve ? undefined : CURVES_BY_CODE[transfer]) ?? SRGB_CURVE,
    `CICP ${primaries}/${transfer}`,
  )
}

function colorSpaceOfCurve(codedPrimaries: Primaries, curve: ToneCurve, code: string): ColorSpace | undefined {
  if (codedPrimaries === BT709 && curve === SRGB_CURVE) return { kind: 'srgb', name: 'sRGB' }
  const name = codedPrimaries === DISPLAY_P3 && curve === SRGB_CURVE ? 'Display P3' : code
  const icc = createMatrixProfile(name, codedPrimaries, curve)
  return icc && { kind: 'profile', name, icc }
}
