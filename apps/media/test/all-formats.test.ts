import { exif as exifContract } from '@daymark/contracts'
import { describeWith, fixture, withFixtures, setUp } from '@daymark/testing'
import { ExifTool } from 'exiftool-vendored'
import sharp from 'sharp'
import { readExifBlock } from '../src/decoder/exif/exif-block.ts'
import { toExif } from '../src/decoder/exif/exif-data.ts'
import { readIndex, startDecoders, type IndexedFixture } from './decoders.ts'

const decoders = setUp(startDecoders)

/** Fixtures that no decoder can read, with the reason. Processing them fails and keeps the original; all other fixtures must be decoded. */
const UNDECODABLE = new Map([
  ['bmp/q-rgb24jpeg.bmp', 'a JPEG inside a BMP, meant for printers'],
  ['bmp/q-rgb24png.bmp', 'a PNG inside a BMP, meant for printers'],
  ['bmp/q-pal8os2v2.bmp', 'OS/2 2.x header'],
  ['tiff/old-jpeg.tif', 'JPEG compression as TIFF 6 defined it until 1995'],
  ['tiff/cmyk-euroscale.tif', 'lacks the tag with the photometric interpretation'],
  ['raw/leica-m10-first100k.dng', 'cut before its first picture'],
  ['raw/olympus-first128b.orf', '128 bytes'],
])
/** A HEIC sequence, which is recognized by its boxes. The index of fixtures does not list the file. */
const SEQUENCE = 'heic/sequence-msf1.heic'
const isBroken = (file: string) => UNDECODABLE.has(file) || file === SEQUENCE || file.startsWith('bmp/b-')

const listDecodableFixtures = (): IndexedFixture[] =>
  readIndex().filter(
    ({ file, pipeline }) => /^(jpeg|webp|png|heic|avif|tiff|raw|raw-built|colour)\//.test(file) && pipeline.ok,
  )
/** Converts a date to the format of ExifTool, which the index of fixtures uses. */
const formatLikeExifTool = (date: string | undefined) => date?.replace('T', ' ').replace(/^(\d+)-(\d+)-/, '$1:$2:')

/** Capture times that are not in EXIF, which is why the index of fixtures does not contain them. */
const TIMES_OUTSIDE_EXIF: Record<string, string | undefined> = {
  'png/density_plot.png': '2007:02:13 06:34:38',
  'jpeg/gps-thompson-springs.jpg': '2022:01:10 15:15:44',
}

const parseExposureTime = (text: string): number => (text.startsWith('1/') ? 1 / Number(text.slice(2)) : Number(text))

withFixtures('every photo of the fixtures', () => {
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
    const rows = readIndex().filter(({ file }) => file.startsWith(folder) && !isBroken(file))
    expect(rows).toHaveLength(count)
    for (const { file, pipeline } of rows) {
      const { variants, damage } = await decoders.decodePhoto(file)
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

  it('the reason for the owner distinguishes undecodable images from other files', async () => {
    for (const [file] of UNDECODABLE) {
      const outcome = await decoders.decodePhoto(file).then(
        () => 'a photo',
        (error: Error) => error.message,
      )
      expect([file, outcome]).toEqual([
        file,
        expect.stringMatching(/"kind":"unreadable","reason":"[A-Z][^"]+stored\."/),
      ])
    }
  })

  it('L-ENT-05: width and height are those of the whole upright photo', async () => {
    const sizes: [string, number, number][] = [
      ['jpeg/24mp-craft-beer.jpg', 6000, 4000],
      ['heic/samsung-s24fe.heic', 1848, 4000],
      ['raw-built/canon-350d.cr2', 3456, 2304],
      ['raw-built/canon-350d-rot270.cr2', 2304, 3456],
      ['raw-built/sony-zv-e10.arw', 4000, 6000],
      ['raw-built/panasonic-lx3.rw2', 3648, 2736],
      ['raw-built/canon-350d.dng', 3456, 2304],
    ]
    for (const [file, width, height] of sizes)
      expect([file, await decoders.decodePhoto(file)]).toMatchObject([file, { width, height }])
  })

  describe('EXIF', () => {
    it('L-LB-15 L-LB-18 L-LB-19: camera, time and position agree with the index of the fixtures', async () => {
      expect(listDecodableFixtures().length).toBeGreaterThan(60)
      for (const { file, header = {} } of listDecodableFixtures()) {
        const { exif } = await decoders.decodePhoto(file)
        expect([file, exif.make, exif.model]).toEqual([file, header.mk ?? undefined, header.md ?? undefined])
        // some times have a time zone, which the index omits
        const taken = formatLikeExifTool(exif.dateTaken)
        const stated = header.t ?? TIMES_OUTSIDE_EXIF[file]
        expect([file, taken?.slice(0, stated?.length)]).toEqual([file, stated])
        expect([file, exif.gps !== undefined]).toEqual([file, header.gps === true])
        expect(exifContract.parse(exif)).toEqual(exif)
      }
    })

    it('without Perl the fields from EXIF are the same', async () => {
      const differences: unknown[] = []
      for (const { file } of listDecodableFixtures().filter(row => /^(jpeg|heic)\//.test(row.file))) {
        const full = (await decoders.decodePhoto(file)).exif
        // files that sharp cannot open are read by other decoders, which return no EXIF
        const metadata = await sharp(fixture(file))
          .metadata()
          .catch(() => undefined)
        const plain = toExif(await readExifBlock(metadata?.exif))
        for (const [name, value] of Object.entries(plain)) {
          const other = full[name as keyof typeof full]
          // the time zone may be in XMP only
          const comparable = name === 'dateTaken' ? String(other).slice(0, String(value).length) : other
          if (name === 'dateTaken' && file in TIMES_OUTSIDE_EXIF) continue
          if (JSON.stringify(value) !== JSON.stringify(comparable)) differences.push([file, name, value, other])
        }
      }
      expect(differences).toEqual([])
    })
  })

  describeWith('perl')('EXIF against ExifTool itself', () => {
    const tool = new ExifTool({ maxProcs: 1 })
    afterAll(() => tool.end())

    it('L-LB-16 L-LB-17: exposure, aperture, ISO, focal length and flash are correct for every photo', async () => {
      const args = ['-ExposureTime#', '-FNumber#', '-ISO#', '-FocalLength#', '-FocalLengthIn35mmFormat#', '-EXIF:Flash']
      let compared = 0
      for (const { file } of listDecodableFixtures()) {
        const tags = (await tool.readRaw(fixture(file), { readArgs: args, useMWG: false })) as Record<string, unknown>
        const { exif } = await decoders.decodePhoto(file)
        const both: [string, unknown, unknown][] = [
          ['aperture', exif.aperture, tags.FNumber],
          ['iso', exif.iso, tags.ISO],
          ['focal length', exif.focalLength, tags.FocalLength],
          ['flash', exif.flash, tags.Flash],
          ['exposure', exif.exposureTime && parseExposureTime(exif.exposureTime), tags.ExposureTime],
          ['35 mm', exif.focalLength35mm, tags.FocalLengthIn35mmFormat],
        ]
        for (const [name, ours, theirs] of both) {
          if (theirs === undefined || theirs === 0 || theirs === 'undef') continue
          compared++
          const agree = typeof theirs === 'number' ? Math.abs(Number(ours) - theirs) <= theirs * 0.02 : ours === theirs
          expect([file, name, ours, theirs, agree]).toEqual([file, name, ours, theirs, true])
        }
      }
      expect(compared).toBeGreaterThan(150)
    })
  })
})
