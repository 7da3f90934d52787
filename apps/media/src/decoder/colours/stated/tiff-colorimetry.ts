import { number, TAG, type TiffPage } from '../../formats/tiff/tiff-directory.ts'
import { PHOTOMETRIC } from '../../formats/tiff/tiff-layout.ts'
import { BT709, type Colours, type Primaries } from '../colour-space.ts'
import { changesColours } from '../colours.ts'
import { type Curve, matrixProfile, SRGB_CURVE } from '../icc/matrix-profile.ts'

const { whiteIsZero, blackIsZero, rgb, palette, ycbcr } = PHOTOMETRIC
const CALIBRATED = new Set<number>([whiteIsZero, blackIsZero, rgb, palette, ycbcr])

/**
 * Returns the color space that the tags of TIFF 6.0, section 20, describe. Returns undefined if it is sRGB. `name` is empty, because few
 * other programs read these tags. If the transfer function is missing, the curve of sRGB applies, because ImageMagick then writes the
 * primaries only.
 */
export async function coloursOfTags(page: TiffPage): Promise<Colours | undefined> {
  if (!CALIBRATED.has(number(page, TAG.photometric, blackIsZero))) return undefined
  const [primaries, curves] = [primariesIn(page), curvesIn(page)]
  if (!primaries && curves.length === 0) return undefined
  const icc = matrixProfile('TIFF', primaries ?? BT709, ...(curves.length > 0 ? curves : [SRGB_CURVE]))
  return icc && (await changesColours(icc)) ? { kind: 'profile', name: '', icc } : undefined
}

function primariesIn({ tags }: TiffPage): Primaries | undefined {
  const [redX, redY, greenX, greenY, blueX, blueY] = tags.get(TAG.primaries) ?? []
  if (!redX || !redY || !greenX || !greenY || !blueX || !blueY) return undefined
  const [x, y] = tags.get(TAG.whitePoint) ?? []
  const white = x && y ? ([x, y] as const) : BT709.white
  return { red: [redX, redY], green: [greenX, greenY], blue: [blueX, blueY], white: [...white] }
}

const MOST = 65_535
/** Returns one curve for all channels or one for each. The tag lists the light (0 to 65535) of each sample value. */
function curvesIn(page: TiffPage): Curve[] {
  const values = page.tags.get(TAG.transferFunction) ?? []
  const levels = 2 ** number(page, TAG.bits, 1)
  if (values.length !== levels && values.length !== levels * 3) return []
  return Array.from({ length: values.length / levels }, (_, channel) => (value: number) => {
    const place = value * (levels - 1)
    const [below, above] = [Math.floor(place), Math.ceil(place)].map(at => values[channel * levels + at] ?? 0) as Pair
    return (below + (above - below) * (place % 1)) / MOST
  })
}
type Pair = [number, number]
