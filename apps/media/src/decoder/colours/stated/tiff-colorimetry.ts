import { readTag, TIFF_TAG, type TiffPage } from '../../formats/tiff/tiff-directory.ts'
import { PHOTOMETRIC } from '../../formats/tiff/tiff-layout.ts'
import { BT709, type ColourSpace, type Primaries } from '../colour-space.ts'
import { changesColours } from '../colours.ts'
import { type ToneCurve, createMatrixProfile, SRGB_CURVE } from '../icc/matrix-profile.ts'

const { whiteIsZero, blackIsZero, rgb, palette, ycbcr } = PHOTOMETRIC
const CALIBRATED_PHOTOMETRICS = new Set<number>([whiteIsZero, blackIsZero, rgb, palette, ycbcr])

/**
 * Returns the color space of the colorimetry tags (TIFF 6.0, section 20), or undefined if it is sRGB. `name` is empty, because few other
 * programs read these tags. Without a transfer function the curve is that of sRGB, as ImageMagick writes such files.
 */
export async function colourSpaceOfTags(page: TiffPage): Promise<ColourSpace | undefined> {
  if (!CALIBRATED_PHOTOMETRICS.has(readTag(page, TIFF_TAG.photometric, blackIsZero))) return undefined
  const [primaries, curves] = [readPrimaries(page), readCurves(page)]
  if (!primaries && curves.length === 0) return undefined
  const icc = createMatrixProfile('TIFF', primaries ?? BT709, ...(curves.length > 0 ? curves : [SRGB_CURVE]))
  return icc && (await changesColours(icc)) ? { kind: 'profile', name: '', icc } : undefined
}

function readPrimaries({ tags }: TiffPage): Primaries | undefined {
  const [redX, redY, greenX, greenY, blueX, blueY] = tags.get(TIFF_TAG.primaries) ?? []
  if (!redX || !redY || !greenX || !greenY || !blueX || !blueY) return undefined
  const [x, y] = tags.get(TIFF_TAG.whitePoint) ?? []
  const white = x && y ? ([x, y] as const) : BT709.white
  return { red: [redX, redY], green: [greenX, greenY], blue: [blueX, blueY], white: [...white] }
}

const MAX_LIGHT = 65_535
/** Returns one curve for all channels, one per channel, or none. The tag contains the light (0 to 65535) of each sample value. */
function readCurves(page: TiffPage): ToneCurve[] {
  const values = page.tags.get(TIFF_TAG.transferFunction) ?? []
  const levels = 2 ** readTag(page, TIFF_TAG.bits, 1)
  if (values.length !== levels && values.length !== levels * 3) return []
  return Array.from({ length: values.length / levels }, (_, channel) => (value: number) => {
    const position = value * (levels - 1)
    const [below, above] = [Math.floor(position), Math.ceil(position)].map(
      level => values[channel * levels + level] ?? 0,
    ) as LevelPair
    return (below + (above - below) * (position % 1)) / MAX_LIGHT
  })
}
type LevelPair = [number, number]
