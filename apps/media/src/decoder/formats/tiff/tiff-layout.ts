import { SUPPORTED_COMPRESSIONS } from './tiff-chunks.ts'
import { readTag, TIFF_TAG, type TiffPage } from './tiff-directory.ts'

export const PHOTOMETRIC = {
  whiteIsZero: 0,
  blackIsZero: 1,
  rgb: 2,
  palette: 3,
  ink: 5,
  ycbcr: 6,
  lab: 8,
  iccLab: 9,
} as const
const COLOR_SAMPLES: Record<number, number> = { 0: 1, 1: 1, 2: 3, 3: 1, 5: 4, 6: 3, 8: 3, 9: 3 }
export const SAMPLE_FORMAT = { unsigned: 1, signed: 2, float: 3 } as const
const [ASSOCIATED_ALPHA, UNASSOCIATED_ALPHA] = [1, 2]
export const [CHUNKY, PLANAR] = [1, 2]
const SUPPORTED_BITS = new Set([1, 2, 4, 8, 12, 16, 32, 64])

/**
 * Layout of the samples of a page. `samples`: samples per pixel; `bits`: bits per sample; `colors`: number of samples that are colors;
 * `alpha`: index of the transparency sample, or -1 if there is none; `isAssociated`: whether colors are premultiplied with alpha. Other
 * extra samples are selections and spot colors, which are not part of the picture.
 */
export type TiffLayout = {
  width: number
  height: number
  samples: number
  bits: number
  format: number
  photometric: number
  colors: number
  alpha: number
  isAssociated: boolean
  planar: number
}

export function readLayout(page: TiffPage): TiffLayout {
  const photometric = readTag(page, TIFF_TAG.photometric, PHOTOMETRIC.blackIsZero)
  const colors = COLOR_SAMPLES[photometric] ?? 0
  const extra = page.tags.get(TIFF_TAG.extra) ?? []
  const index = extra.findIndex(kind => kind === ASSOCIATED_ALPHA || kind === UNASSOCIATED_ALPHA)
  return {
    width: readTag(page, TIFF_TAG.width, 0),
    height: readTag(page, TIFF_TAG.height, 0),
    photometric,
    colors,
    samples: readTag(page, TIFF_TAG.samples, 1),
    bits: readTag(page, TIFF_TAG.bits, 1),
    format: readTag(page, TIFF_TAG.format, SAMPLE_FORMAT.unsigned),
    alpha: index === -1 ? -1 : colors + index,
    isAssociated: extra[index] === ASSOCIATED_ALPHA,
    planar: readTag(page, TIFF_TAG.planar, CHUNKY),
  }
}

/**
 * Returns true if Daymark's own reader must decode the page. libvips would fail or render it incorrectly because of unusual samples, tiled
 * planes or extra samples.
 */
export function needsOwnReader(page: TiffPage): boolean {
  const layout = readLayout(page)
  const isReadable = layout.colors > 0 && layout.samples >= layout.colors && hasReadableSamples(page, layout)
  return (
    isReadable && (!isSupportedByLibvips(layout) || hasUnsupportedExtraSamples(layout) || isTiledInPlanes(page, layout))
  )
}

const hasReadableSamples = (page: TiffPage, { bits }: TiffLayout): boolean =>
  SUPPORTED_COMPRESSIONS.has(readTag(page, TIFF_TAG.compression, 1)) &&
  SUPPORTED_BITS.has(bits) &&
  (page.tags.get(TIFF_TAG.bits) ?? []).every(one => one === bits)

function isSupportedByLibvips({ bits, format, photometric, colors }: TiffLayout): boolean {
  if (format !== SAMPLE_FORMAT.unsigned) return false
  if (photometric === PHOTOMETRIC.ink) return bits === 8
  return photometric <= PHOTOMETRIC.palette && (bits === 8 || bits === 16 || (colors === 1 && bits < 8))
}

/**
 * Returns true if libvips would render extra samples incorrectly. It treats any extra sample as transparency, which is correct only for
 * unassociated alpha.
 */
function hasUnsupportedExtraSamples({ samples, colors, alpha, isAssociated, photometric }: TiffLayout): boolean {
  const isPlainAlpha = samples === colors + 1 && alpha === colors && !isAssociated && photometric <= PHOTOMETRIC.rgb
  return samples > colors && !isPlainAlpha
}

const isTiledInPlanes = (page: TiffPage, { planar }: TiffLayout): boolean =>
  planar === PLANAR && page.tags.has(TIFF_TAG.tileOffsets)
