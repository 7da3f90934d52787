import { exif as exifContract } from '@daymark/contracts'
import { describeWith, fixture } from '@daymark/testing'
import { ExifTool } from 'exiftool-vendored'
import sharp from 'sharp'
import { readExifBlock } from '../src/decoder/exif/exif-block.ts'
import { exifData } from '../src/decoder/exif/exif-data.ts'
import { index, type Decoders, type Indexed } from './decoders.ts'

const rows = (): Indexed[] =>
  index().filter(
    ({ file, pipeline }) => /^(jpeg|webp|png|heic|avif|tiff|raw|raw-built|colour)\//.test(file) && pipeline.ok,
  )
/** INDEX.md has ExifTool's spelling of times. */
const exifToolTime = (date: string | undefined) => date?.replace('T', ' ').replace(/^(\d+)-(\d+)-/, '$1:$2:')

/** The index knows EXIF alone. */
const TIMES_OUTSIDE_EXIF: Record<string, string | undefined> = {
  'png/density_plot.png': '2007:02:13 06:34:38',
  'jpeg/gps-thompson-springs.jpg': '2022:01:10 15:15:44',
}

/** Of the fixtures; the decoding processes remember what they made, which takes longest of all. */
export function exifSuite(decoders: () => Decoders): void {
  describe('EXIF', () => {
    it('L-LB-15 L-LB-18 L-LB-19: camera, time and position agree with the index of the fixtures', async () => {
      expect(rows().length).toBeGreaterThan(60)
      for (const { file, header = {} } of rows()) {
        const { exif } = await decoders().photo(file)
        expect([file, exif.make, exif.model]).toEqual([file, header.mk ?? undefined, header.md ?? undefined])
        // Some times carry a zone that the index leaves out.
        const taken = exifToolTime(exif.dateTaken)
        const stated = header.t ?? TIMES_OUTSIDE_EXIF[file]
        expect([file, taken?.slice(0, stated?.length)]).toEqual([file, stated])
        expect([file, exif.gps !== undefined]).toEqual([file, header.gps === true])
        expect(exifContract.parse(exif)).toEqual(exif)
      }
    })

    it('L-LB-15 L-LB-16 L-LB-17 L-LB-19 L-LB-20: a camera photo has every field of the panel', async () => {
      expect((await decoders().photo('heic/iphone7-12mp.heic')).exif).toEqual({
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
      expect((await decoders().photo('jpeg/Canon_EOS_7D.jpg')).exif).toMatchObject({
        lens: 'Canon EF 24-70mm f/2.8L USM',
        artist: 'Peter Bemmann',
        copyright: '(C) Peter Bemmann',
      })
      const raw = await decoders().photo('raw-built/nikon-d70.nef')
      expect(raw.exif).toMatchObject({ lens: 'AF-S DX Zoom-Nikkor 18-70mm f/3.5-4.5G IF-ED', exposureTime: '1/20' })
    })

    it('L-LB-21: a file without EXIF has an empty object', async () => {
      for (const file of ['jpeg/no-exif.jpg', 'png/rgba-transparent.png', 'bmp/g-rgb24.bmp', 'heic/collection.heic'])
        expect([file, (await decoders().photo(file)).exif]).toEqual([file, {}])
    })

    it('L-ENT-09: creation_tool is the software', async () => {
      expect(await decoders().photo('jpeg/Issue_266.jpg')).toMatchObject({
        creationTool: 'Adobe Photoshop CC 2017 (Macintosh)',
      })
      expect(await decoders().photo('jpeg/no-exif.jpg')).toMatchObject({ creationTool: null, takenAt: null })
    })

    it('L-LB-18: dimensions are those of the upright photo', async () => {
      const { exif, width, height } = await decoders().photo('jpeg/Leica_T_Typ_701.jpg')
      expect([exif.width, exif.height]).toEqual([width, height])
      expect([width, height]).toEqual([3264, 4928])
    })

    it('without Perl the fields from EXIF are the same', async () => {
      const differences: unknown[] = []
      for (const { file } of rows().filter(row => /^(jpeg|heic)\//.test(row.file))) {
        const full = (await decoders().photo(file)).exif
        // What sharp cannot open is read by others, which bring no EXIF.
        const metadata = await sharp(fixture(file))
          .metadata()
          .catch(() => undefined)
        const plain = exifData(await readExifBlock(metadata?.exif))
        for (const [name, value] of Object.entries(plain)) {
          const other = full[name as keyof typeof full]
          // A zone may stand in XMP only.
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
      for (const { file } of rows()) {
        const tags = (await tool.readRaw(fixture(file), { readArgs: args, useMWG: false })) as Record<string, unknown>
        const { exif } = await decoders().photo(file)
        const both: [string, unknown, unknown][] = [
          ['aperture', exif.aperture, tags.FNumber],
          ['iso', exif.iso, tags.ISO],
          ['focal length', exif.focalLength, tags.FocalLength],
          ['flash', exif.flash, tags.Flash],
          ['exposure', exif.exposureTime && seconds(exif.exposureTime), tags.ExposureTime],
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
}

const seconds = (text: string): number => (text.startsWith('1/') ? 1 / Number(text.slice(2)) : Number(text))
