import { encodeSrgb, xyzToSrgbMatrix } from '../../colors/color-space.ts'
import { TIFF_TAG, type TiffPage } from './tiff-directory.ts'
import { SAMPLE_FORMAT, type TiffLayout, PHOTOMETRIC } from './tiff-layout.ts'

const MAX_PALETTE_VALUE = 65_535
type SampleConverter = (values: Float32Array, offset: number, color: Float64Array) => void

/** Returns a function that converts the samples of a pixel (0 to 1) to RGB or CMYK. A palette index is scaled to the range 0 to 1, too. */
export function createSampleConverter(
  page: TiffPage,
  { photometric, bits, format, colors }: TiffLayout,
  hasProfile: boolean,
): SampleConverter {
  if (photometric === PHOTOMETRIC.palette) return createPaletteConverter(page.tags.get(TIFF_TAG.palette) ?? [], bits)
  if (photometric === PHOTOMETRIC.lab || photometric === PHOTOMETRIC.iccLab)
    return createLabConverter(photometric === PHOTOMETRIC.iccLab, (2 ** bits - 1) / 2 ** (bits - 8))
  if (photometric === PHOTOMETRIC.ycbcr) return convertYcbcr
  // floating-point samples are linear light, unless a profile states otherwise
  const tone = format === SAMPLE_FORMAT.float && !hasProfile ? encodeSrgb : (value: number) => value
  const isReversed = photometric === PHOTOMETRIC.whiteIsZero
  return (values, offset, color) => {
    for (let c = 0; c < color.length; c++) {
      const value = values[offset + (colors === 1 ? 0 : c)] ?? 0
      color[c] = tone(isReversed ? 1 - value : value)
    }
  }
}

function createPaletteConverter(palette: number[], bits: number): SampleConverter {
  const count = palette.length / 3
  return (values, offset, color) => {
    const index = Math.round((values[offset] ?? 0) * (2 ** bits - 1))
    for (let c = 0; c < 3; c++) color[c] = (palette[c * count + index] ?? 0) / MAX_PALETTE_VALUE
  }
}

const convertYcbcr: SampleConverter = (values, offset, color) => {
  const [y = 0, cb = 0, cr = 0] = [
    values[offset],
    (values[offset + 1] ?? 0) - 128 / 255,
    (values[offset + 2] ?? 0) - 128 / 255,
  ]
  color[0] = y + 1.402 * cr
  color[1] = y - 0.344136 * cb - 0.714136 * cr
  color[2] = y + 1.772 * cb
}

/**
 * Converts Lab to sRGB. `scale` converts samples (0 to 1) to the range of the a and b channels (0 to 256); `isOffset`: these channels are
 * stored with an offset of 128 instead of a sign.
 */
function createLabConverter(isOffset: boolean, scale: number): SampleConverter {
  const matrix = xyzToSrgbMatrix()
  const light = (value: number): number => (value > 6 / 29 ? value ** 3 : (value - 16 / 116) * (108 / 841))
  return (values, offset, color) => {
    const [a, b] = [1, 2].map(index => {
      const level = (values[offset + index] ?? 0) * scale
      if (isOffset) return level - 128
      return level >= 128 ? level - 256 : level // two's complement
    })
    const y = ((values[offset] ?? 0) * 100 + 16) / 116
    const xyz = [0.9642 * light(y + (a ?? 0) / 500), light(y), 0.8249 * light(y - (b ?? 0) / 200)]
    matrix.forEach((row, c) => {
      color[c] = encodeSrgb(row.reduce((sum, factor, index) => sum + factor * (xyz[index] ?? 0), 0))
    })
  }
}

export function blendWithWhite(color: Float64Array, alpha: number, { isAssociated, photometric }: TiffLayout): void {
  const paper = photometric === PHOTOMETRIC.ink ? 0 : 1
  for (let c = 0; c < color.length; c++) {
    const value = color[c] ?? 0
    color[c] = (isAssociated ? value : value * alpha) + paper * (1 - alpha)
  }
}
