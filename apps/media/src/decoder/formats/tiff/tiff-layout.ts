import { COMPRESSIONS } from './tiff-chunks.ts'
import { number, TAG, type TiffPage } from './tiff-directory.ts'

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
const COLOURS: Record<number, number> = { 0: 1, 1: 1, 2: 3, 3: 1, 5: 4, 6: 3, 8: 3, 9: 3 }
export const FORMAT = { unsigned: 1, signed: 2, float: 3 } as const
const [ASSOCIATED, UNASSOCIATED] = [1, 2]
export const [CHUNKY, PLANAR] = [1, 2]
const BITS = new Set([1, 2, 4, 8, 12, 16, 32, 64])

/**
 * How the samples of a page are stored. `alpha`: the index of the transparency sample. Other extra samples are saved selections and spot
 * colors, which are not part of the picture.
 */
export type Layout = {
  width: number
  height: number
  samples: number
  bits: number
  format: number
  photometric: number
  colours: number
  alpha: number
  isAssociated: boolean
  planar: number
}

export function layoutOf(page: TiffPage): Layout {
  const photometric = number(page, TAG.photometric, PHOTOMETRIC.blackIsZero)
  const colours = COLOURS[photometric] ?? 0
  const extra = page.tags.get(TAG.extra) ?? []
  const index = extra.findIndex(kind => kind === ASSOCIATED || kind === UNASSOCIATED)
  return {
    ...{ width: number(page, TAG.width, 0), height: number(page, TAG.height, 0), photometric, colours },
    ...{
      samples: number(page, TAG.samples, 1),
      bits: number(page, TAG.bits, 1),
      format: number(page, TAG.format, FORMAT.unsigned),
    },
    ...{ alpha: index === -1 ? -1 : colours + index, isAssociated: extra[index] === ASSOCIATED },
    planar: number(page, TAG.planar, CHUNKY),
  }
}

/**
 * Whether libvips would render the page incorrectly or not at all and Daymark's own reader can read it: unusual samples, planes in tiles,
 * extra samples. libvips reads the pages of other compressions.
 */
export function needsOwnReader(page: TiffPage): boolean {
  const layout = layoutOf(page)
  const isReadable = layout.colours > 0 && layout.samples >= layout.colours && hasReadableSamples(page, layout)
  return isReadable && (!isUsual(layout) || hasExtra(layout) || isTiledInPlanes(page, layout))
}

const hasReadableSamples = (page: TiffPage, { bits }: Layout): boolean =>
  COMPRESSIONS.has(number(page, TAG.compression, 1)) &&
  BITS.has(bits) &&
  (page.tags.get(TAG.bits) ?? []).every(one => one === bits)

function isUsual({ bits, format, photometric, colours }: Layout): boolean {
  if (format !== FORMAT.unsigned) return false
  if (photometric === PHOTOMETRIC.ink) return bits === 8
  return photometric <= PHOTOMETRIC.palette && (bits === 8 || bits === 16 || (colours === 1 && bits < 8))
}

/**
 * libvips treats any extra sample as transparency. This is correct only if the sample is transparency and not multiplied into the colors.
 */
function hasExtra({ samples, colours, alpha, isAssociated, photometric }: Layout): boolean {
  const isPlainAlpha = samples === colours + 1 && alpha === colours && !isAssociated && photometric <= PHOTOMETRIC.rgb
  return samples > colours && !isPlainAlpha
}

const isTiledInPlanes = (page: TiffPage, { planar }: Layout): boolean =>
  planar === PLANAR && page.tags.has(TAG.tileOffsets)
