import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setUp } from '@daymark/testing'
import sharp from 'sharp'
import {
  type ToneCurve,
  gammaCurve,
  createMatrixProfile,
  SRGB_CURVE,
} from '../src/decoder/colors/icc/matrix-profile.ts'
import { ADOBE_RGB, BT709 } from '../src/decoder/colors/color-space.ts'
import { createSamples, HEIGHT, PATCHES, readPatchColors, WIDTH } from './color-files.ts'
import { startDecoders } from './decoders.ts'
import { createPage, createTiff, type Page, patchAt, type SampleValue } from './tiff-files.ts'

const decoders = setUp(startDecoders)

const TOLERANCE = 3
type Tag = Page['tags'][number]
async function decodePatches(bytes: Buffer): Promise<number[][] | string> {
  const path = join(decoders.folder, 'file.tif')
  writeFileSync(path, bytes)
  const outcome = await decoders.decode(path)
  if (outcome?.kind !== 'done') return JSON.stringify(outcome)
  const { data, info } = await sharp(outcome.photo.variants.lg.path).raw().toBuffer({ resolveWithObject: true })
  return readPatchColors({ data, width: info.width, height: info.height })
}
async function expectPatches(name: string, bytes: Buffer, expected: number[][]): Promise<void> {
  const actual = await decodePatches(bytes)
  const isAlike =
    typeof actual !== 'string' &&
    expected.every((rgb, patch) => rgb.every((value, c) => Math.abs(value - (actual[patch]?.[c] ?? -99)) <= TOLERANCE))
  expect([name, isAlike ? 'alike' : actual]).toEqual([name, 'alike'])
}

/** Samples of a picture with saved selections as extra samples. Each selection covers the left part of every patch. */
const withSelection =
  (colors: number, value: SampleValue = (x, _y, sample) => patchAt(x)[sample] ?? 0): SampleValue =>
  (x, y, sample) =>
    sample < colors ? value(x, y, sample) : x % 64 < 24 ? 255 : 0
const gray = PATCHES.map(([red = 0]) => [red, red, red])
const white = PATCHES.map(() => [255, 255, 255])
const ink: SampleValue = (x, _y, sample) => (sample < 3 ? 255 - (patchAt(x)[sample] ?? 0) : 0)
const palette = [0, 1, 2].flatMap(c => Array.from({ length: 256 }, (_, index) => (PATCHES[index]?.[c] ?? 0) * 257))
const indexes: SampleValue = x => Math.floor(x / 64)
/** Converts RGB to YCbCr as in TIFF 6.0, section 21. */
const ycbcr: SampleValue = (x, _y, sample) => {
  const [r = 0, g = 0, b = 0] = patchAt(x)
  return (
    [
      0.299 * r + 0.587 * g + 0.114 * b,
      128 - 0.1687 * r - 0.3313 * g + 0.5 * b,
      128 + 0.5 * r - 0.4187 * g - 0.0813 * b,
    ].map(Math.round)[sample] ?? 0
  )
}
const toSrgb = (light: number): number =>
  255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055)
const linear = PATCHES.map(patch => patch.map(value => toSrgb(value / 255)))
const steps = (bits: number): number[][] =>
  PATCHES.map(patch => patch.map(value => (Math.round((value / 255) * (2 ** bits - 1)) / (2 ** bits - 1)) * 255))
/** Returns the sample for the lightness (L*): the red of the patch, where 255 means L* = 100. */
const lightness = (x: number): number => patchAt(x)[0] ?? 0
const labGray = PATCHES.map(([level = 0]) => {
  const t = ((level / 255) * 100 + 16) / 116
  return Array<number>(3).fill(toSrgb(t > 6 / 29 ? t ** 3 : (t - 16 / 116) * (108 / 841)))
})

const layouts: [string, Partial<Page>, number[][]][] = [
  ...[1, 2, 4, 8, 12, 16, 32].map((bits): [string, Partial<Page>, number[][]] => [
    `RGB of ${bits} bits`,
    { bits },
    steps(bits),
  ]),
  ...[1, 2, 4, 8, 12, 16, 32].flatMap(bits =>
    [0, 1].map((photometric): [string, Partial<Page>, number[][]] => {
      const tones = steps(bits).map(([red = 0]) => Array<number>(3).fill(photometric === 0 ? 255 - red : red))
      return [`gray of ${bits} bits, ${photometric}`, { bits, photometric, samples: 1 }, tones]
    }),
  ),
  ['signed RGB of 8 bits', { format: 2 }, PATCHES],
  ['signed RGB of 16 bits', { bits: 16, format: 2 }, PATCHES],
  ['linear floats', { bits: 32, format: 3 }, linear],
  ['linear doubles', { bits: 64, format: 3 }, linear],
  ['planes', { planar: 2 }, PATCHES],
  ['planes in tiles', { planar: 2, tile: 32 }, PATCHES],
  ['tiles', { tile: 32, compression: 8 }, PATCHES],
  ['a palette', { photometric: 3, samples: 1, value: indexes, tags: [[320, 3, palette]] }, PATCHES],
  [
    'a palette and a selection',
    { photometric: 3, samples: 2, extra: [0], value: withSelection(1, indexes), tags: [[320, 3, palette]] },
    PATCHES,
  ],
  ['CIELab', { photometric: 8, value: (x, _y, sample) => (sample === 0 ? lightness(x) : 0) }, labGray],
  [
    'CIELab of 16 bits',
    { bits: 16, photometric: 8, value: (x, _y, sample) => (sample === 0 ? lightness(x) : 0) },
    labGray,
  ],
  ['ICCLab', { photometric: 9, value: (x, _y, sample) => (sample === 0 ? lightness(x) : 128) }, labGray],
  [
    'CIELab with a selection',
    {
      photometric: 8,
      samples: 4,
      extra: [0],
      value: withSelection(3, (x, _y, sample) => (sample === 0 ? lightness(x) : 0)),
    },
    labGray,
  ],
  ['YCbCr', { photometric: 6, value: ycbcr, tags: [[530, 3, [1, 1]]] }, PATCHES],
  ['associated alpha that is transparent', { samples: 4, extra: [1], value: () => 0 }, white],
  [
    'alpha that is transparent',
    { samples: 4, extra: [2], value: (x, y, sample) => (sample === 3 ? 0 : (patchAt(x)[sample] ?? 0)) },
    white,
  ],
  [
    'a selection, then alpha that is transparent',
    { samples: 5, extra: [0, 2], value: (x, _y, sample) => (sample === 4 ? 0 : (patchAt(x)[sample] ?? 255)) },
    white,
  ],
  ...[8, 16].flatMap(bits =>
    [[], [0], [0, 0], [0, 0, 0, 0]].flatMap((extra): [string, Partial<Page>, number[][]][] => [
      [
        `RGB of ${bits} bits and ${extra.length} selections`,
        { bits, samples: 3 + extra.length, extra, value: withSelection(3) },
        PATCHES,
      ],
      [
        `RGB of ${bits} bits in planes and ${extra.length} selections`,
        { bits, planar: 2, samples: 3 + extra.length, extra, value: withSelection(3) },
        PATCHES,
      ],
      [
        `gray of ${bits} bits and ${extra.length} selections`,
        { bits, photometric: 1, samples: 1 + extra.length, extra, value: withSelection(1) },
        gray,
      ],
      [
        `ink of ${bits} bits and ${extra.length} selections`,
        { bits, photometric: 5, samples: 4 + extra.length, extra, value: withSelection(4, ink) },
        PATCHES,
      ],
    ]),
  ),
  ['a fourth sample without a description', { samples: 4, value: withSelection(3) }, PATCHES],
]

describe('L-FMT-08: a TIFF shows its photo, whole and without its extra samples', () => {
  it.each(layouts)('%s', async (name, layout, expected) => {
    const page = createPage(layout)
    await expectPatches(name, createTiff([page]), expected)
    if (page.bits > 8)
      await expectPatches(`${name}, big-endian`, createTiff([page], { isLittleEndian: false }), expected)
  })

  it('a BigTIFF is decoded', async () => {
    await expectPatches('RGB', createTiff([createPage()], { isBigTiff: true }), PATCHES)
    const selection = createPage({ samples: 5, extra: [0, 0], value: withSelection(3) })
    await expectPatches('selections', createTiff([selection], { isBigTiff: true, isLittleEndian: false }), PATCHES)
  })

  it('reduced pictures, thumbnails and masks are skipped, even if the photo is in a sub-directory', async () => {
    const thumbnail = createPage({ subfile: 1, width: 128, height: 8, value: () => 0 })
    const mask = createPage({ subfile: 4, photometric: 4, samples: 1, bits: 1, value: () => 0 })
    const files: [string, Page[]][] = [
      ['reduced first', [thumbnail, createPage()]],
      ['reduced last', [createPage(), thumbnail]],
      ['reduced first without a mark', [{ ...thumbnail, subfile: 0 }, createPage()]],
      ['mask first', [mask, createPage()]],
      ['photo in a sub-directory', [{ ...thumbnail, children: [createPage()] }]],
      ['reduced in a sub-directory', [createPage({ children: [thumbnail] })]],
      [
        'reduced first, photo with a selection',
        [thumbnail, createPage({ samples: 4, extra: [0], value: withSelection(3) })],
      ],
      ['photo first, then another page', [createPage(), createPage({ width: 300, height: 200, value: () => 0 })]],
    ]
    for (const [name, pages] of files) await expectPatches(name, createTiff(pages), PATCHES)
  })

  it('selections are ignored in every compression, with and without a predictor', async () => {
    const rgba = Buffer.from(createSamples(4))
    for (let at = 3; at < rgba.length; at += 4) rgba[at] = (at >> 6) & 255
    for (const compression of ['none', 'lzw', 'deflate', 'packbits'] as const)
      for (const predictor of ['none', 'horizontal'] as const) {
        const image = sharp(rgba, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
        const file = await image.tiff({ compression, predictor }).toBuffer()
        const entry = file.indexOf(Buffer.from([0x52, 0x01, 3, 0, 1, 0, 0, 0, 2, 0]))
        expect(entry).toBeGreaterThan(0)
        file[entry + 8] = 0 // changes the extra sample from transparency to a selection
        await expectPatches(`${compression} ${predictor}`, file, PATCHES)
      }
  })

  it('a profile in the page is applied', async () => {
    const icc = createMatrixProfile('', ADOBE_RGB, gammaCurve(1)) ?? Buffer.alloc(0)
    const profile = (samplesOf: Partial<Page>) => createPage({ ...samplesOf, tags: [[34675, 7, [...icc]]] })
    const [plain, own] = [
      await decodePatches(createTiff([profile({})])),
      await decodePatches(createTiff([profile({ samples: 5, extra: [0, 0], value: withSelection(3) })])),
    ]
    expect(own).toEqual(plain)
    expect(own).not.toEqual(await decodePatches(createTiff([createPage()])))
  })

  it('white point, primaries and transfer function are used if there is no profile', async () => {
    const { white, red, green, blue } = ADOBE_RGB
    const curves = [gammaCurve(1.4), gammaCurve(1.8), gammaCurve(2.6)]
    const tables = (levels: number, of: ToneCurve[]): Tag => {
      const table = (curve: ToneCurve) =>
        Array.from({ length: levels }, (_, at) => Math.round(65_535 * curve(at / (levels - 1))))
      return [301, 3, of.flatMap(table)]
    }
    const primaries: Tag[] = [
      [318, 5, white],
      [319, 5, [...red, ...green, ...blue]],
    ]
    const profile = (...given: Parameters<typeof createMatrixProfile>): Tag => [
      34675,
      7,
      [...(createMatrixProfile(...given) ?? [])],
    ]
    const selection = { samples: 4, extra: [0], value: withSelection(3) }
    const indexed = { photometric: 3, samples: 1, value: indexes }
    const colors: [string, Partial<Page>, Tag[], Tag[]][] = [
      ['primaries', {}, primaries, [profile('', ADOBE_RGB, SRGB_CURVE)]],
      ['one curve', {}, [tables(256, [gammaCurve(1)])], [profile('', BT709, gammaCurve(1))]],
      ['three curves', {}, [...primaries, tables(256, curves)], [profile('', ADOBE_RGB, ...curves)]],
      ['16 bits', { bits: 16 }, [...primaries, tables(65_536, curves)], [profile('', ADOBE_RGB, ...curves)]],
      ['selections', selection, [...primaries, tables(256, curves)], [profile('', ADOBE_RGB, ...curves)]],
      ['gray', { photometric: 1, samples: 1 }, [tables(256, [gammaCurve(1)])], [profile('', BT709, gammaCurve(1))]],
      ['palette', { ...indexed, tags: [[320, 3, palette]] }, primaries, [profile('', ADOBE_RGB, SRGB_CURVE)]],
      ['a profile as well', {}, [...primaries, profile('', BT709, gammaCurve(1))], [profile('', BT709, gammaCurve(1))]],
      ['a table of another length', {}, [tables(200, [gammaCurve(1)])], []],
      [
        'primaries that span nothing',
        {},
        [
          [318, 5, white],
          [319, 5, [1, 1, 1, 1, 1, 1]],
        ],
        [],
      ],
      [
        'primaries of sRGB',
        {},
        [
          [318, 5, BT709.white],
          [319, 5, [...BT709.red, ...BT709.green, ...BT709.blue]],
        ],
        [],
      ],
      ['ink', { photometric: 5, samples: 4, value: ink }, primaries, []],
    ]
    for (const [name, layout, tags, same] of colors)
      for (const isLittleEndian of [true, false]) {
        const file = (more: Tag[]) =>
          createTiff([createPage({ ...layout, tags: [...(layout.tags ?? []), ...more] })], { isLittleEndian })
        await expectPatches(name, file(tags), (await decodePatches(file(same))) as number[][])
      }
  }, 60_000)

  it('a truncated or damaged file is decoded or rejected, without a crash or timeout', async () => {
    const page = createPage({ samples: 5, extra: [0, 0], value: withSelection(3), tile: 32, compression: 8 })
    const tiffBytes = createTiff([page])
    for (const end of [20, 100, tiffBytes.length >> 1, tiffBytes.length - 30])
      expect(await decodePatches(tiffBytes.subarray(0, end))).toMatch(/unreadable/)
    for (let round = 0; round < 40; round++) {
      const damagedFile = Buffer.from(tiffBytes)
      damagedFile[tiffBytes.length - 1 - round * 7] = 0xff
      expect(JSON.stringify(await decodePatches(damagedFile))).not.toMatch(/crash|fault|timeout/)
    }
  })
})
