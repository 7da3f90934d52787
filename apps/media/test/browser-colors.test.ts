import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeWith, setUp } from '@daymark/testing'
import { chromium, type Browser, type Page } from 'playwright-core'
import sharp from 'sharp'
import { getAdobeRgbProfile, createRgbProfileForGray } from '../src/decoder/colors/icc/matrix-profile.ts'
import { convertLogo } from '../src/decoder/watermark/convert-logo.ts'
import * as files from './color-files.ts'
import { startDecoders } from './decoders.ts'
import { createPage, createTiff, type SampleValue } from './tiff-files.ts'

/** Maximum difference of a sample, which is between 0 and 255. */
const TOLERANCE = 3
const TYPES = { jpg: 'jpeg', png: 'png', webp: 'webp', avif: 'avif', gif: 'gif', bmp: 'bmp' } as const
type Extension = keyof typeof TYPES
type Case = [name: string, extension: Extension, bytes: Buffer]

const { createJpegSegment, createIccChunk, createIccSegments, createPngChunk, encodeUint32, withSegments } = files
const readIccProfile = async (profile: 'p3' | 'cmyk'): Promise<Buffer> => {
  const colored = files
    .createPicture()
    .toColorspace(profile === 'cmyk' ? 'cmyk' : 'srgb')
    .withIccProfile(profile)
  return (await sharp(await colored.jpeg().toBuffer()).metadata()).icc!
}
const linear = Buffer.from('curv\0\0\0\0\0\0\0\0', 'latin1')
/** Returns a gray profile with linear light. */
function createGrayProfile(): Buffer {
  const profile = Buffer.from(createRgbProfileForGray('Linear gray', linear)!)
  profile.write('GRAY', 16)
  profile.write('kTRC', profile.indexOf('rTRC'))
  return profile
}

/** Returns a CMYK JPEG with black ink, as programs for printing write it. */
function createInkJpeg(): Promise<Buffer> {
  const ink = [...files.PATCHES.slice(0, 5), [60, 40, 20, 0], [40, 40, 40, 255], [255, 255, 0, 140]]
  const value: SampleValue = (x, _y, sample) => (ink[Math.floor(x / 64)] ?? [])[sample] ?? 90
  const image = sharp(createTiff([createPage({ samples: 4, photometric: 5, value })]))
  const jpeg = { quality: 97, chromaSubsampling: '4:4:4' }
  return image.pipelineColorspace('cmyk').toColorspace('cmyk').jpeg(jpeg).toBuffer()
}
function withoutAdobe(jpeg: Buffer): Buffer {
  const at = jpeg.indexOf(Buffer.of(0xff, 0xee))
  return Buffer.concat([jpeg.subarray(0, at), jpeg.subarray(at + 2 + jpeg.readUInt16BE(at + 2))])
}

async function createJpegs(p3: Buffer, cmyk: Buffer): Promise<Case[]> {
  const encoded = { quality: 97, chromaSubsampling: '4:4:4' }
  const rgb = await files.createPicture().jpeg(encoded).toBuffer()
  const gray = await files.createPicture().toColorspace('b-w').jpeg(encoded).toBuffer()
  const ink = await files.createPicture().toColorspace('cmyk').jpeg(encoded).toBuffer()
  const adobe = getAdobeRgbProfile()
  const black = await createInkJpeg()
  const rows: [string, Buffer, ...Buffer[]][] = [
    ['RGB without a description of colors', rgb],
    ['RGB with a profile', rgb, ...createIccSegments(p3)],
    ['RGB with a profile in many segments', rgb, ...createIccSegments(adobe, 100)],
    ['RGB with the segments of a profile in another order', rgb, ...createIccSegments(adobe, 100).toReversed()],
    ['RGB with a segment of a profile missing', rgb, ...createIccSegments(adobe, 100).slice(1)],
    ['RGB with a damaged profile', rgb, ...createIccSegments(Buffer.alloc(400, 7))],
    ['RGB with a truncated profile', rgb, ...createIccSegments(adobe.subarray(0, 300))],
    ['RGB with a profile for ink', rgb, ...createIccSegments(cmyk)],
    ['RGB with a profile for gray', rgb, ...createIccSegments(createGrayProfile())],
    ['RGB marked as stored without a transform', rgb, files.createAdobeSegment(0)],
    ['RGB marked as stored as YCbCr', rgb, files.createAdobeSegment(1)],
    ['RGB, uncalibrated by EXIF', rgb, files.createExifSegment(65535)],
    ['RGB, uncalibrated by EXIF with index R98', rgb, files.createExifSegment(65535, 'R98')],
    ['RGB, sRGB by EXIF', rgb, files.createExifSegment(1, 'R98')],
    ['RGB with index R03 and a profile', rgb, files.createExifSegment(65535, 'R03'), ...createIccSegments(p3)],
    [
      'RGB with a comment and unknown segments',
      rgb,
      createJpegSegment(0xe9, Buffer.from('ICC_PROFILE')),
      createJpegSegment(0xfe, p3),
    ],
    ['gray', gray],
    ['gray with a profile', gray, ...createIccSegments(createGrayProfile())],
    ['gray with a profile for RGB', gray, ...createIccSegments(adobe)],
    ['gray with a profile for ink', gray, ...createIccSegments(cmyk)],
    ['ink without a profile', ink],
    ['ink with a profile', ink, ...createIccSegments(cmyk)],
    ['ink with a profile for RGB', ink, ...createIccSegments(adobe)],
    ['ink with black', black],
    ['ink with black and a profile', black, ...createIccSegments(cmyk)],
    ['ink without an Adobe marker', withoutAdobe(black)],
    ['ink without an Adobe marker, with a profile', withoutAdobe(black), ...createIccSegments(cmyk)],
  ]
  return rows.map(([name, jpeg, ...segments]) => [`JPEG ${name}`, 'jpg', withSegments(jpeg, ...segments)])
}

const STRONG = [
  [10, 200, 30],
  [250, 10, 10],
  [10, 10, 250],
  [60, 20, 90],
  [2, 100, 100],
  [255, 255, 0],
]
function createPngs(p3: Buffer, cmyk: Buffer): Case[] {
  const gamma = (value: number) => createPngChunk('gAMA', encodeUint32(value))
  const primaries = (...values: number[]) => createPngChunk('cHRM', encodeUint32(31270, 32900, 64000, 33000, ...values))
  const adobe = primaries(21000, 71000, 15000, 6000)
  const codes = (one: number, other: number) => createPngChunk('cICP', Buffer.of(one, other, 0, 1))
  const intent = createPngChunk('sRGB', Buffer.of(0))
  const rows: [string, Buffer[]][] = [
    ['without a description of colors', []],
    ['with a profile', [createIccChunk(p3)]],
    ['with a profile and a gamma', [gamma(100_000), createIccChunk(p3)]],
    ['with a damaged profile', [createIccChunk(Buffer.alloc(300, 7))]],
    ['with a profile for ink', [createIccChunk(cmyk)]],
    ['with a profile for gray', [createIccChunk(createGrayProfile())]],
    ['with a gamma', [gamma(100_000)]],
    ['with about the gamma of sRGB', [gamma(45_000)]],
    ['with gamma and primaries', [gamma(45_455), adobe]],
    ['with primaries alone', [adobe]],
    ['with sRGB and a gamma', [intent, gamma(100_000)]],
    ['with a gamma of zero', [gamma(0)]],
    ['with primaries that are all 0', [gamma(45_455), createPngChunk('cHRM', Buffer.alloc(32))]],
    ['with code points and a profile', [codes(12, 13), createIccChunk(getAdobeRgbProfile())]],
    ['with unspecified code points', [codes(2, 2)]],
  ]
  const kinds = [2, 6, 0, 4].flatMap(type => [false, true].map(is16Bit => ({ type, is16Bit })))
  // each description of colors in the most common kind of pixels and in another kind, so that every kind occurs with different
  // descriptions
  const cases = rows.flatMap(([name, chunks], row) =>
    [kinds[0]!, kinds[1 + (row % (kinds.length - 1))]!].map((kind): Case => [
      `PNG ${kind.type} ${kind.is16Bit ? 16 : 8} bit ${name}`,
      'png',
      files.createPng(chunks, kind),
    ]),
  )
  const transfers = [1, 4, 5, 6, 7, 8, 13, 14, 15, 16, 17, 18].map((code): Case => {
    return [`PNG transfer ${code}`, 'png', files.createPng([codes(1, code)], { is16Bit: true })]
  })
  const spaces = [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22, 99].map((code): Case => {
    return [`PNG primaries ${code}`, 'png', files.createPng([codes(code, 13)])]
  })
  const strong = [...STRONG, ...files.PATCHES.slice(0, 2)]
  const deep = [
    ['Adobe RGB', createIccChunk(getAdobeRgbProfile())] as const,
    ['P3', createIccChunk(p3)] as const,
    ...[1, 5, 9].flatMap(space => [1, 5, 8, 13, 17].map(code => [`${space}/${code}`, codes(space, code)] as const)),
  ].map(([name, chunk]): Case => [
    `PNG strong colors of 16 bits, ${name}`,
    'png',
    files.createPng([chunk], { is16Bit: true, patches: strong }),
  ])
  const ramp = files.PATCHES.map((_, index) => [index * 36, index * 36, index * 36])
  const lights = [16, 18].flatMap(transfer =>
    [0, 203, 500, 4000].map((nits): Case => {
      const level = nits ? [createPngChunk('cLLI', encodeUint32(nits * 10_000, 0))] : []
      return [
        `PNG HDR ${transfer} of ${nits}`,
        'png',
        files.createPng([codes(9, transfer), ...level], { is16Bit: true, patches: ramp }),
      ]
    }),
  )
  return [...cases, ...transfers, ...spaces, ...deep, ...lights]
}

async function createOtherFiles(folder: string): Promise<Case[]> {
  const profile = join(folder, 'adobe.icc')
  writeFileSync(profile, getAdobeRgbProfile())
  const webp = files.createPicture().webp({ lossless: true })
  const avif = files.createPicture().avif({ lossless: true })
  const plain = await avif.toBuffer()
  const lossy = await files.createPicture().avif({ quality: 97, chromaSubsampling: '4:4:4' }).toBuffer()
  const codePoints = [12, 9, 1].flatMap(primaries => [13, 1, 4, 8, 16, 18].map(transfer => [primaries, transfer]))
  return [
    ['WebP', 'webp', await webp.toBuffer()],
    ['WebP with a profile', 'webp', await webp.clone().withIccProfile(profile).toBuffer()],
    ['GIF', 'gif', await files.createPicture().gif().toBuffer()],
    ['PNG with a palette and a gamma', 'png', withGamma(await files.createPicture().png({ palette: true }).toBuffer())],
    ['AVIF', 'avif', plain],
    ['AVIF with a profile', 'avif', await avif.clone().withIccProfile(profile).toBuffer()],
    ['AVIF with unspecified code points', 'avif', files.withCodePoints(plain, 2, 2)],
    ...codePoints.map(([primaries = 2, transfer = 2]): Case => {
      return [`AVIF ${primaries}/${transfer}`, 'avif', files.withCodePoints(plain, primaries, transfer)]
    }),
    // without linear light, in which the changes by a lossy codec exceed the tolerance
    ...[...codePoints.filter(([, transfer]) => transfer !== 8), [2, 2] as const].map(([primaries, transfer]): Case => {
      const bytes = files.withStreamCodePoints(lossy, primaries, transfer)
      return [`AVIF without colr, ${primaries}/${transfer} in its stream`, 'avif', bytes]
    }),
    ['BMP of version 3', 'bmp', files.createBmp({ version: 3 })],
    ['BMP of version 4, calibrated', 'bmp', files.createBmp({ version: 4, space: '' })],
    ['BMP of version 5', 'bmp', files.createBmp()],
    ['BMP of version 5 with a profile', 'bmp', files.createBmp({ space: 'MBED', profile: getAdobeRgbProfile() })],
    [
      'BMP of version 5 with a profile for ink',
      'bmp',
      files.createBmp({ space: 'MBED', profile: await readIccProfile('cmyk') }),
    ],
    [
      'BMP of version 5 with a damaged profile',
      'bmp',
      files.createBmp({ space: 'MBED', profile: Buffer.alloc(300, 5) }),
    ],
    [
      'BMP of version 5 with a linked profile',
      'bmp',
      files.createBmp({ space: 'LINK', profile: Buffer.from('C:\\adobe.icc\0') }),
    ],
  ]
}
type Deep = { bits: 10 | 12; primaries: number; transfer: number; codes: number[][] }
/**
 * The contents of the files in `deep-heic`, which are lossless HEVC (x265 by pillow-heif): the first has 4:2:0 and full range, the second
 * 4:2:2 and video range.
 *
 * The first half of the colors in each file would differ by more than the tolerance if they lost bits.
 */
const DEEP: Record<string, Deep> = {
  'pq-bt2020-10-bit.heic': {
    bits: 10,
    primaries: 9,
    transfer: 16,
    codes: [
      [507, 612, 397],
      [499, 592, 602],
      [544, 651, 485],
      [467, 544, 629],
      [594, 594, 594],
      [200, 200, 200],
      [640, 100, 100],
      [300, 420, 700],
    ],
  },
  'hlg-p3-12-bit.heic': {
    bits: 12,
    primaries: 12,
    transfer: 18,
    codes: [
      [2059, 3456, 1851],
      [3555, 3763, 1711],
      [1903, 3331, 3375],
      [2358, 3714, 1702],
      [0, 0, 3394],
      [3290, 0, 0],
      [2000, 2000, 2000],
      [4095, 4095, 4095],
    ],
  },
}
async function createDeepAvif({ bits, primaries, transfer, codes }: Deep): Promise<Buffer> {
  const patches = codes.map(code => code.map(level => (level / (2 ** bits - 1)) * 255))
  const image = sharp(files.createPng([], { is16Bit: true, patches })).toColorspace('rgb16')
  return files.withCodePoints(await image.avif({ lossless: true, bitdepth: bits }).toBuffer(), primaries, transfer)
}
async function createDeepAvifs(): Promise<Case[]> {
  const codePoints = [12, 9, 1].flatMap(primaries => [13, 1, 16, 18].map(transfer => ({ primaries, transfer })))
  const pictures = Object.values(DEEP).flatMap(({ bits, codes }) =>
    codePoints.map(({ primaries, transfer }): Deep => {
      // Chromium reduces pictures without HDR to 8 bits, so these pictures contain only colors that 8 bits can represent
      const plain = [...STRONG, ...files.PATCHES.slice(0, 2)].map(rgb =>
        rgb.map(level => Math.round((level / 255) * (2 ** bits - 1))),
      )
      return { bits, primaries, transfer, codes: transfer >= 16 ? codes : plain }
    }),
  )
  return Promise.all(
    pictures.map(async (deep): Promise<Case> => {
      return [`AVIF of ${deep.bits} bits, ${deep.primaries}/${deep.transfer}`, 'avif', await createDeepAvif(deep)]
    }),
  )
}

/** Returns pictures with a table profile of each color space, connection space and type in ICC. */
async function createTableProfileFiles(): Promise<Case[]> {
  const encoded = { quality: 97, chromaSubsampling: '4:4:4' }
  const rgb = await files.createPicture().jpeg(encoded).toBuffer()
  const gray = await files.createPicture().toColorspace('b-w').jpeg(encoded).toBuffer()
  const ink = await createInkJpeg()
  const light = [250, 248, 252, 255, 254, 246, 240, 253].map((level, index) => [level, 255 - index, 250])
  const kinds = (['RGB ', 'CMYK', 'GRAY'] as const).flatMap(space =>
    (['Lab ', 'XYZ '] as const).flatMap(pcs =>
      (['mft1', 'mft2', 'mAB '] as const).map(type => ({ space, pcs, type, tag: 'A2B0' })),
    ),
  )
  const colorimetric = kinds.filter(({ type, pcs }) => type === 'mft2' && pcs === 'Lab ')
  return [...kinds, ...colorimetric.map(kind => ({ ...kind, tag: 'A2B1' }))].flatMap(kind => {
    const icc = files.createTableProfile(kind)
    const [segments, chunk] = [files.createIccSegments(icc), files.createIccChunk(icc)]
    const cases: Case[] = [
      ['JPEG RGB', 'jpg', withSegments(rgb, ...segments)],
      ['JPEG gray', 'jpg', withSegments(gray, ...segments)],
      ['JPEG ink', 'jpg', withSegments(ink, ...segments)],
      ['PNG', 'png', files.createPng([chunk])],
      ['PNG of light colors', 'png', files.createPng([chunk], { patches: light })],
      ['PNG of 16 bits', 'png', files.createPng([chunk], { is16Bit: true, patches: light })],
      ['gray PNG', 'png', files.createPng([chunk], { type: 0 })],
      // no BMP with a gray profile, because Chromium then shows only its red channel
      ...(kind.space === 'GRAY'
        ? []
        : [['BMP', 'bmp', files.createBmp({ space: 'MBED', profile: icc })] satisfies Case]),
    ]
    return cases.map(([name, ...file]): Case => [`${name}, ${Object.values(kind).join(' ')}`, ...file])
  })
}
const withGamma = (png: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, 33), createPngChunk('gAMA', encodeUint32(100_000)), png.subarray(33)])

describeWith('chromium')('the colors of a file are those that Chromium shows', () => {
  const decoders = setUp(startDecoders)
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    const args = ['--no-sandbox', '--force-color-profile=srgb']
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args })
    page = await browser.newPage()
  })
  afterAll(() => browser.close())

  /** Returns the colors that Chromium draws on a canvas, which is sRGB. */
  const renderInChromium = async (bytes: Buffer, extension: Extension): Promise<number[][]> => {
    const url = `data:image/${TYPES[extension]};base64,${bytes.toString('base64')}`
    const [width, height, encoded] = await page.evaluate(async source => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
      const context = canvas.getContext('2d')!
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
      return [canvas.width, canvas.height, String.fromCodePoint(...data)] as const
    }, url)
    return files.readPatchColors({ data: Buffer.from(encoded, 'latin1'), width, height })
  }
  const decodePatches = async (bytes: Buffer, extension: Extension | 'heic'): Promise<number[][] | string> => {
    const path = join(decoders.folder, `file.${extension}`)
    writeFileSync(path, bytes)
    const outcome = await decoders.decode(path)
    if (outcome?.kind !== 'done') return JSON.stringify(outcome)
    return readPatches(outcome.photo.variants.lg.path)
  }
  const decodeLogoPatches = async (extension: Extension): Promise<number[][]> => {
    const { folder } = decoders
    const path = join(folder, `file.${extension}`)
    await convertLogo({ kind: 'logo', path, type: TYPES[extension], folder, maxPixels: 1e6, longEdge: files.WIDTH })
    return readPatches(join(folder, 'logo.png'))
  }
  const readPatches = async (path: string): Promise<number[][]> => {
    const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true })
    return files.readPatchColors({ data, width: info.width, height: info.height })
  }
  const compare = async (cases: Case[]): Promise<void> => {
    const different: string[] = []
    for (const [name, extension, bytes] of cases) {
      const expected = await renderInChromium(bytes, extension)
      const results = { photo: await decodePatches(bytes, extension), logo: await decodeLogoPatches(extension) }
      for (const [kind, actual] of Object.entries(results)) {
        const text = typeof actual === 'string' ? actual : actual.join(' ')
        if (!isAlike(expected, actual)) different.push(`${name}: ${expected.join(' ')} was drawn as ${text} (${kind})`)
      }
    }
    expect(different).toEqual([])
  }
  const isAlike = (expected: number[][], actual: number[][] | string): boolean =>
    typeof actual !== 'string' &&
    expected.every((rgb, patch) =>
      rgb.every((value, at) => Math.abs(value - (actual[patch]?.[at] ?? -99)) <= TOLERANCE),
    )

  it('in JPEG files with profiles, EXIF, gray and CMYK', async () => {
    await compare(await createJpegs(await readIccProfile('p3'), await readIccProfile('cmyk')))
  })
  it('in PNG files with code points, profiles, sRGB, gamma, primaries and HDR, in every pixel format', async () => {
    await compare(createPngs(await readIccProfile('p3'), await readIccProfile('cmyk')))
  })
  it('in JPEG, PNG and BMP files with table profiles of every kind', async () => {
    await compare(await createTableProfileFiles())
  })
  it('in WebP, GIF, AVIF and BMP files', async () => {
    await compare(await createOtherFiles(decoders.folder))
  })
  it('in AVIF files of 10 and 12 bits with all primaries and transfer functions', async () => {
    await compare(await createDeepAvifs())
  })
  it('in HEIC files of 10 and 12 bits, compared with an AVIF of the same picture', async () => {
    for (const [name, deep] of Object.entries(DEEP)) {
      const file = readFileSync(join(import.meta.dirname, 'deep-heic', name))
      const withoutBox = Buffer.from(file)
      withoutBox.write('free', withoutBox.indexOf('colrnclx'))
      const expected = await renderInChromium(await createDeepAvif(deep), 'avif')
      for (const bytes of [file, withoutBox]) {
        const actual = await decodePatches(bytes, 'heic')
        expect({ name, expected, actual, isAlike: isAlike(expected, actual) }).toMatchObject({ isAlike: true })
      }
    }
  })
})
