import { readFileSync } from 'node:fs'
import { withFixtures } from '@daymark/testing'
import sharp from 'sharp'
import { readExifBlock } from '../src/decoder/exif/exif-block.ts'
import { index, startDecoders, type Decoders } from './decoders.ts'
import { exifSuite } from './exif.suite.ts'

/** All that a file made of a photo may state (rule 38). */
const CREDIT = new Set([
  'Artist',
  'Copyright',
  'ExifVersion',
  'DateTimeOriginal',
  'OffsetTimeOriginal',
  'SubSecTimeOriginal',
])

let decoders: Decoders
beforeAll(async () => void (decoders = await startDecoders()))
afterAll(() => decoders.close())

/** The whole folder must come out; these few cannot be decoded by anything here, and end as `failed` with the original kept. */
const BEYOND = new Map([
  ['bmp/q-rgb24jpeg.bmp', 'a JPEG inside a BMP, meant for printers'],
  ['bmp/q-rgb24png.bmp', 'a PNG inside a BMP, meant for printers'],
  ['bmp/q-pal8os2v2.bmp', 'OS/2 2.x header'],
  ['tiff/old-jpeg.tif', 'JPEG as TIFF 6 had it until 1995'],
  ['tiff/cmyk-euroscale.tif', 'lacks the tag that says how to read it'],
  ['raw/leica-m10-first100k.dng', 'cut before its first picture'],
  ['raw/olympus-first128b.orf', '128 bytes'],
])
/** Recognized as a sequence by its boxes; the fixture index does not list it. */
const SEQUENCE = 'heic/sequence-msf1.heic'
const isBroken = (file: string) => BEYOND.has(file) || file === SEQUENCE || file.startsWith('bmp/b-')

withFixtures('formats', () => {
  const formats: [string, string, number][] = [
    ['L-FMT-01 L-FMT-10 JPEG', 'jpeg/', 23],
    ['L-FMT-02 PNG', 'png/', 7],
    ['L-FMT-03 GIF', 'gif/', 2],
    ['L-FMT-04 WebP', 'webp/', 6],
    ['L-FMT-05 BMP', 'bmp/', 11],
    ['L-FMT-06 HEIC', 'heic/', 6],
    ['L-FMT-07 AVIF', 'avif/', 2],
    ['L-FMT-08 TIFF', 'tiff/', 6],
    ['L-FMT-09 L-FMT-10 RAW', 'raw', 15],
  ]
  it.each(formats)('L-MKT-05 L-FMT-10: every %s photo gets three variants', async (_name, folder, count) => {
    const rows = index().filter(({ file }) => file.startsWith(folder) && !isBroken(file))
    expect(rows).toHaveLength(count)
    for (const { file, pipeline } of rows) {
      const { variants, damage } = await decoders.photo(file)
      const [lg] = (pipeline.out ?? '').split(' ')
      expect([file, `${variants.lg.width}x${variants.lg.height}`, damage]).toEqual([file, lg, null])
      for (const [size, edge] of [
        ['sm', 480],
        ['md', 1280],
        ['lg', 2560],
      ] as const) {
        const { width, height } = variants[size]
        expect(Math.max(width, height)).toBe(Math.min(edge, Math.max(variants.lg.width, variants.lg.height)))
      }
    }
  })

  it('L-FMT-06: a HEIC sequence shows its first picture', async () => {
    const { width, height, type, variants, damage } = await decoders.photo(SEQUENCE)
    expect([type, width, height, damage]).toEqual(['heic', 256, 144, null])
    const { channels } = await sharp(variants.lg.path).stats()
    // a picture, not a grey or black field
    for (const { stdev, mean } of channels) {
      expect(stdev).toBeGreaterThan(10)
      expect(mean).toBeGreaterThan(20)
    }
  })

  it('the reason for the owner distinguishes undecodable images from other files', async () => {
    for (const [file] of BEYOND) {
      const outcome = await decoders.photo(file).then(
        () => 'a photo',
        (error: Error) => error.message,
      )
      expect([file, outcome]).toEqual([
        file,
        expect.stringMatching(/"kind":"unreadable","reason":"[A-Z][^"]+stored\."/),
      ])
    }
  })

  it('L-MKT-05: variants are sRGB JPEG files without a profile, with only copyright, artist and time in EXIF, and correct hashes', async () => {
    const { createHash } = await import('node:crypto')
    const { crc32 } = await import('node:zlib')
    for (const file of [
      'heic/iphone7-12mp.heic',
      'jpeg/pixel-gps-12mp.jpg',
      'png/rgba-transparent.png',
      'tiff/16bit-rgb.tif',
    ]) {
      const { variants } = await decoders.photo(file)
      for (const variant of Object.values(variants)) {
        const body = readFileSync(variant.path)
        const facts = await sharp(body).metadata()
        expect(facts).toMatchObject({ format: 'jpeg', space: 'srgb', channels: 3, hasAlpha: false, hasProfile: false })
        expect([facts.xmp, facts.iptc, facts.icc, facts.orientation]).toEqual(Array(4).fill(undefined))
        const stated = Object.entries(await readExifBlock(facts.exif)).filter(([, value]) => value !== undefined)
        expect(stated.map(([name]) => name).filter(name => !CREDIT.has(name))).toEqual([])
        expect(variant).toMatchObject({
          size: body.length,
          width: facts.width,
          height: facts.height,
          crc32: crc32(body),
        })
        expect(variant.sha256).toBe(createHash('sha256').update(body).digest('hex'))
      }
    }
  })

  it('a transparent picture gets a white background', async () => {
    const { variants } = await decoders.photo('png/rgba-transparent.png')
    const { data } = await sharp(variants.lg.path).raw().toBuffer({ resolveWithObject: true })
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255])
  })

  it('an animated picture of any size shows its first frame', async () => {
    expect(await decoders.photo('gif/animated-cogs.gif')).toMatchObject({ width: 85, height: 77 })
    expect(await decoders.photo('bomb/gif-1000x1000x1500frames.gif')).toMatchObject({ width: 1000, height: 1000 })
  })

  it('L-ENT-05: width and height are those of the whole upright photo', async () => {
    const sizes: [string, number, number][] = [
      ['jpeg/24mp-craft-beer.jpg', 6000, 4000],
      ['jpeg/Leica_T_Typ_701.jpg', 3264, 4928],
      ['heic/samsung-s24fe.heic', 1848, 4000],
      ['heic/iphone7-12mp.heic', 4032, 3024],
      ['webp/nikon-p7000-10mp-rot90.webp', 2736, 3648],
      ['orientation/avif-orientation-6.avif', 3024, 4032],
      ['raw-built/canon-350d.cr2', 3456, 2304],
      ['raw-built/canon-350d-rot270.cr2', 2304, 3456],
      ['raw-built/nikon-d70-rot90.nef', 2000, 3008],
      ['raw-built/sony-zv-e10.arw', 4000, 6000],
      ['raw-built/panasonic-lx3.rw2', 3648, 2736],
      ['raw-built/canon-350d.dng', 3456, 2304],
    ]
    for (const [file, width, height] of sizes)
      expect([file, await decoders.photo(file)]).toMatchObject([file, { width, height }])
  })

  it('the placeholder is a thumbhash of the same shape', async () => {
    const { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } = await import('thumbhash')
    const { placeholder } = await decoders.photo('jpeg/Leica_T_Typ_701.jpg')
    const hash = Buffer.from(placeholder, 'base64')
    expect(hash.length).toBeLessThan(30)
    expect(thumbHashToApproximateAspectRatio(hash)).toBeCloseTo(3264 / 4928, 0.5)
    expect(thumbHashToAverageRGBA(hash).a).toBe(1)
  })

  exifSuite(() => decoders)
})
