import { readFileSync } from 'node:fs'
import { withFixtures, setUp } from '@daymark/testing'
import sharp from 'sharp'
import { readExifBlock } from '../src/decoder/exif/exif-block.ts'
import { startDecoders } from './decoders.ts'

/** The only EXIF fields that files made from a photo may contain (rule 38). */
const CREDIT = new Set([
  'Artist',
  'Copyright',
  'ExifVersion',
  'DateTimeOriginal',
  'OffsetTimeOriginal',
  'SubSecTimeOriginal',
])

const decoders = setUp(startDecoders)

/** A HEIC sequence, which is recognized by its boxes. The index of fixtures does not list the file. */
const SEQUENCE = 'heic/sequence-msf1.heic'

withFixtures('formats', () => {
  // one photo for each format; all-formats.test.ts tests the others
  it.each([
    ['L-FMT-01 JPEG', 'jpeg/pixel-gps-12mp.jpg'],
    ['L-FMT-02 PNG', 'png/rgba-transparent.png'],
    ['L-FMT-03 GIF', 'gif/animated-cogs.gif'],
    ['L-FMT-04 WebP', 'webp/nikon-p7000-10mp-rot90.webp'],
    ['L-FMT-05 BMP', 'bmp/g-rgb24.bmp'],
    ['L-FMT-06 HEIC', 'heic/iphone7-12mp.heic'],
    ['L-FMT-07 AVIF', 'orientation/avif-orientation-6.avif'],
    ['L-FMT-08 TIFF', 'tiff/16bit-rgb.tif'],
    ['L-FMT-09 RAW', 'raw-built/nikon-d70-rot90.nef'],
  ])('L-MKT-05 L-FMT-10: a %s photo gets three variants', async (_name, file) => {
    const { width, height, variants, damage } = await decoders.decodePhoto(file)
    const longest = Math.max(width, height)
    expect(damage).toBeNull()
    for (const [size, edge] of Object.entries({ sm: 480, md: 1280, lg: 2560 })) {
      const variant = variants[size as keyof typeof variants]
      expect([size, Math.max(variant.width, variant.height)]).toEqual([size, Math.min(edge, longest)])
    }
  })

  it('L-FMT-06: a HEIC sequence is shown as its first picture', async () => {
    const { width, height, type, variants, damage } = await decoders.decodePhoto(SEQUENCE)
    expect([type, width, height, damage]).toEqual(['heic', 256, 144, null])
    const { channels } = await sharp(variants.lg.path).stats()
    // checks that the variant shows a picture and not a gray or black area
    for (const { stdev, mean } of channels) {
      expect(stdev).toBeGreaterThan(10)
      expect(mean).toBeGreaterThan(20)
    }
  })

  it('the reason for the owner distinguishes undecodable images from other files', async () => {
    await expect(decoders.decodePhoto('bmp/q-rgb24jpeg.bmp')).rejects.toThrow(
      /"kind":"unreadable","reason":"[A-Z][^"]+stored\."/,
    )
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
      const { variants } = await decoders.decodePhoto(file)
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
    const { variants } = await decoders.decodePhoto('png/rgba-transparent.png')
    const { data } = await sharp(variants.lg.path).raw().toBuffer({ resolveWithObject: true })
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255])
  })

  it('an animated picture of any size is shown as its first frame', async () => {
    expect(await decoders.decodePhoto('gif/animated-cogs.gif')).toMatchObject({ width: 85, height: 77 })
    expect(await decoders.decodePhoto('bomb/gif-1000x1000x1500frames.gif')).toMatchObject({ width: 1000, height: 1000 })
  })

  it('L-ENT-05 L-LB-18: width and height, also in EXIF, are those of the whole upright photo', async () => {
    const sizes: [string, number, number][] = [
      ['jpeg/Leica_T_Typ_701.jpg', 3264, 4928],
      ['heic/iphone7-12mp.heic', 4032, 3024],
      ['webp/nikon-p7000-10mp-rot90.webp', 2736, 3648],
      ['orientation/avif-orientation-6.avif', 3024, 4032],
      ['raw-built/nikon-d70-rot90.nef', 2000, 3008],
    ]
    for (const [file, width, height] of sizes)
      expect([file, await decoders.decodePhoto(file)]).toMatchObject([file, { width, height, exif: { width, height } }])
  })

  it('the placeholder is a thumbhash of the same shape', async () => {
    const { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } = await import('thumbhash')
    const { placeholder } = await decoders.decodePhoto('jpeg/Leica_T_Typ_701.jpg')
    const hash = Buffer.from(placeholder, 'base64')
    expect(hash.length).toBeLessThan(30)
    expect(thumbHashToApproximateAspectRatio(hash)).toBeCloseTo(3264 / 4928, 0.5)
    expect(thumbHashToAverageRGBA(hash).a).toBe(1)
  })

  describe('EXIF', () => {
    it('L-LB-15 L-LB-16 L-LB-17 L-LB-19 L-LB-20: a camera photo has every field of the panel', async () => {
      expect((await decoders.decodePhoto('heic/iphone7-12mp.heic')).exif).toEqual({
        make: 'Apple',
        model: 'iPhone 7',
        lens: 'iPhone 7 back camera 3.99mm f/1.8',
        software: '12.1.4',
        exposureTime: '1/887',
        aperture: 1.8,
        iso: 20,
        focalLength: 3.99,
        focalLength35mm: 28,
        flash: 'Off, Did not fire',
        whiteBalance: 'Auto',
        exposureMode: 'Auto',
        dateTaken: '2019-03-21T11:04:22',
        gps: { latitude: 41.2203, longitude: -96.071625, altitude: 351.27 },
        width: 4032,
        height: 3024,
      })
      expect((await decoders.decodePhoto('jpeg/Canon_EOS_7D.jpg')).exif).toMatchObject({
        lens: 'Canon EF 24-70mm f/2.8L USM',
        artist: 'Peter Bemmann',
        copyright: '(C) Peter Bemmann',
      })
      const raw = await decoders.decodePhoto('raw-built/nikon-d70.nef')
      expect(raw.exif).toMatchObject({ lens: 'AF-S DX Zoom-Nikkor 18-70mm f/3.5-4.5G IF-ED', exposureTime: '1/20' })
    })

    it('L-LB-21: a file without EXIF has an empty object', async () => {
      for (const file of ['jpeg/no-exif.jpg', 'png/rgba-transparent.png', 'bmp/g-rgb24.bmp', 'heic/collection.heic'])
        expect([file, (await decoders.decodePhoto(file)).exif]).toEqual([file, {}])
    })

    it('L-ENT-09: creation_tool is the software', async () => {
      expect(await decoders.decodePhoto('jpeg/Issue_266.jpg')).toMatchObject({
        creationTool: 'Adobe Photoshop CC 2017 (Macintosh)',
      })
      expect(await decoders.decodePhoto('jpeg/no-exif.jpg')).toMatchObject({ creationTool: null, takenAt: null })
    })
  })
})
