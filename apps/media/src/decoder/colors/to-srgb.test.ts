import { type ColorSpace, UNSTATED_COLOR_SPACE } from './color-space.ts'
import { changesColors } from './colors.ts'
import { getAdobeRgbProfile } from './icc/matrix-profile.ts'
import { openPicture } from '../formats/locked-sharp.ts'
import type { Pixels } from '../formats/pixels.ts'
import { toSrgb } from './to-srgb.ts'

const pixel = (value: number) => [value, value, value]
/** A picture of 3 × 2 pixels with levels 10 to 60 in reading order. */
const stored: Pixels = { data: Buffer.from([10, 20, 30, 40, 50, 60].flatMap(pixel)), width: 3, height: 2, channels: 3 }
const rows = ({ data, width, height }: Pixels): number[][] =>
  Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => data[(y * width + x) * 3] ?? -1))

describe('orientation', () => {
  const expected: [number, number[][]][] = [
    [
      1,
      [
        [10, 20, 30],
        [40, 50, 60],
      ],
    ],
    [
      2,
      [
        [30, 20, 10],
        [60, 50, 40],
      ],
    ],
    [
      3,
      [
        [60, 50, 40],
        [30, 20, 10],
      ],
    ],
    [
      4,
      [
        [40, 50, 60],
        [10, 20, 30],
      ],
    ],
    [
      5,
      [
        [10, 40],
        [20, 50],
        [30, 60],
      ],
    ],
    [
      6,
      [
        [40, 10],
        [50, 20],
        [60, 30],
      ],
    ],
    [
      7,
      [
        [60, 30],
        [50, 20],
        [40, 10],
      ],
    ],
    [
      8,
      [
        [30, 60],
        [20, 50],
        [10, 40],
      ],
    ],
  ]
  it.each(expected)('L-ENT-05: EXIF orientation %d is turned upright', async (orientation, upright) => {
    expect(rows(await toSrgb(stored, UNSTATED_COLOR_SPACE, orientation))).toEqual(upright)
  })
})

/** Converts Adobe RGB to sRGB by the published definitions of both color spaces. */
function fromAdobeRgb(rgb: number[]): number[] {
  const linear = rgb.map(value => (value / 255) ** (563 / 256))
  const [red, green, blue] = linear as [number, number, number]
  const mixed = [1.3983 * red - 0.3983 * green, green, -0.0429 * green + 1.0429 * blue]
  return mixed.map(value => {
    const clipped = Math.min(1, Math.max(0, value))
    return Math.round(255 * (clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055))
  })
}

const ADOBE_RGB: ColorSpace = { kind: 'profile', name: '', icc: getAdobeRgbProfile() }

describe('profiles', () => {
  it('Adobe RGB numbers become the sRGB numbers of the definition, within 2 levels', async () => {
    const patches = [
      [255, 255, 255],
      [0, 0, 0],
      [128, 128, 128],
      [200, 120, 90],
      [90, 130, 60],
      [60, 80, 160],
      [180, 170, 30],
    ]
    const data = Buffer.from(patches.flat())
    const { data: converted } = await toSrgb({ data, width: patches.length, height: 1, channels: 3 }, ADOBE_RGB)
    patches.forEach((patch, index) => {
      const expected = fromAdobeRgb(patch)
      const actual = [...converted.subarray(index * 3, index * 3 + 3)]
      for (const channel of [0, 1, 2])
        expect([patch, channel, Math.abs((actual[channel] ?? 0) - (expected[channel] ?? 0)) <= 2]).toEqual([
          patch,
          channel,
          true,
        ])
    })
  })

  it('sRGB profiles are distinguished from profiles that change colors', async () => {
    const tagged = await openPicture(Buffer.alloc(12, 0x88), { raw: { width: 2, height: 2, channels: 3 } })
      .withIccProfile('srgb')
      .jpeg()
      .toBuffer()
    const { icc } = await openPicture(tagged).metadata()
    expect(icc).toBeDefined()
    expect(await changesColors(icc ?? Buffer.alloc(0))).toBe(false)
    expect(await changesColors(getAdobeRgbProfile())).toBe(true)
    expect(await changesColors(getAdobeRgbProfile())).toBe(true)
  })

  it('a damaged profile is ignored', async () => {
    expect(await changesColors(Buffer.from('no profile at all'))).toBe(false)
    expect(await changesColors(getAdobeRgbProfile().subarray(0, 100))).toBe(false)
  })
})
