import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExifTool } from 'exiftool-vendored'
import { readFixture, setUp, withFixtures } from '@daymark/testing'
import sharp from 'sharp'
import type { Job } from '../src/shared/messages.ts'
import { startDecoders } from './decoders.ts'

const decoders = setUp(startDecoders)
const exiftool = new ExifTool({ maxProcs: 1 })
let count = 0
afterAll(() => exiftool.end())

type Tags = Record<string, unknown>
const read = async (path: string): Promise<Tags> => {
  const tags = (await exiftool.readRaw(path, { readArgs: ['-G1', '-fast', '-n'], useMWG: false })) as Tags
  return Object.fromEntries(Object.entries(tags).filter(([name]) => /^(IFD0|ExifIFD|XMP-.*|IPTC|GPS):/.test(name)))
}
/** Stores a file to which ExifTool adds the given tags, and returns its path. */
async function writeTaggedFile(name: string, bytes: Buffer, args: string[]): Promise<string> {
  const path = join(decoders.folder, `${count++}-${name}`)
  writeFileSync(path, bytes)
  await exiftool.write(path, {}, { writeArgs: ['-overwrite_original', '-charset', 'iptc=utf8', ...args] })
  return path
}
const picture = (edge = 3000) => sharp({ create: { width: edge, height: edge / 2, channels: 3, background: '#4a7' } })

/** Returns the paths of all files that are made from a photo: the variants, the sizes for downloads, and files with a watermark. */
async function createDeliveredFiles(path: string): Promise<Record<string, string>> {
  const decoded = await decoders.decode(path)
  if (decoded?.kind !== 'done') throw new Error(JSON.stringify(decoded))
  const { lg, md, sm } = decoded.photo.variants
  const files: Record<string, string> = { lg: lg.path, md: md.path, sm: sm.path }
  const logo = { path: join(decoders.folder, 'logo.png'), width: 40, height: 40, id: 'logo' }
  writeFileSync(logo.path, await picture(80).resize(40, 40).png().toBuffer())
  const placing = {
    opacity: 0.8,
    widthPercent: 20,
    portraitXPercent: 50,
    portraitYPercent: 50,
    landscapeXPercent: 50,
    landscapeYPercent: 50,
  }
  const run = async (name: string, file: string, job: object) => {
    const folder = join(decoders.folder, `job-${count++}`)
    mkdirSync(folder)
    // decoders may run as another user
    chmodSync(folder, 0o777)
    const outcome = await decoders.pool.run({ folder, ...job } as unknown as Job)
    expect([name, outcome]).toMatchObject([name, { kind: 'made' }])
    files[name] = join(folder, file)
  }
  const { width, height } = decoded.photo
  const original = { path, type: decoded.type, photo: { width, height }, logo, placing }
  const canBeRead = decoded.type !== 'heic' && decoded.type !== 'raw'
  await run('2048', '2048.jpg', { kind: 'scale', path: lg.path, type: 'jpeg', size: '2048' })
  await run('card', 'card.jpg', { kind: 'card', path: lg.path, x: 50, y: 50, maxBytes: 1e6 })
  await run('marked sm', 'marked.jpg', {
    ...original,
    kind: 'mark',
    path: sm.path,
    type: 'jpeg',
    variant: { ...sm, name: 'sm' },
  })
  if (canBeRead) await run('marked whole', 'marked.jpg', { ...original, kind: 'mark' })
  return files
}

const EXIF = [
  '-Copyright=© 2026 Müller',
  '-Artist=山田太郎',
  '-DateTimeOriginal=2026:05:30 21:30:00',
  '-OffsetTimeOriginal=-08:00',
  '-SubSecTimeOriginal=07',
]
const PRIVATE = ['-GPSLatitude=52.5', '-GPSLatitudeRef=N', '-ExifIFD:SerialNumber=4711', '-UserComment=at home']
const CREDIT = {
  'IFD0:Copyright': '© 2026 Müller',
  'IFD0:Artist': '山田太郎',
  'ExifIFD:DateTimeOriginal': '2026:05:30 21:30:00',
  'ExifIFD:OffsetTimeOriginal': '-08:00',
}

describe('delivered files (rule 38)', () => {
  it.each(['jpeg', 'webp', 'png', 'tiff', 'avif'] as const)(
    'of a %s contain copyright, artist and capture time, but no other metadata',
    async type => {
      const path = await writeTaggedFile(`a.${type}`, await picture().toFormat(type).toBuffer(), [...EXIF, ...PRIVATE])
      for (const [name, file] of Object.entries(await createDeliveredFiles(path))) {
        const { 'ExifIFD:ExifVersion': _, 'ExifIFD:SubSecTimeOriginal': fraction, ...tags } = await read(file)
        expect([name, String(fraction).padStart(2, '0'), tags]).toEqual([name, '07', CREDIT])
      }
    },
  )

  it('have credits in EXIF and XMP, even if the original has them only in XMP or IPTC', async () => {
    const bytes = await picture().jpeg().toBuffer()
    const xmp = await writeTaggedFile('xmp.jpg', bytes, [
      '-XMP-dc:Rights=© Müller & <Söhne>',
      '-XMP-dc:Creator=Ann',
      '-XMP-dc:Creator=Bob',
      ...['-XMP-xmpRights:UsageTerms=Print only', '-XMP-xmpRights:WebStatement=https://example.com/?a=1&b="2"'],
      '-XMP-photoshop:DateCreated=2024:01:02 10:11:12+03:00',
    ])
    const iptc = await writeTaggedFile('iptc.jpg', bytes, [
      '-IPTC:CopyrightNotice=© Müller & <Söhne>',
      '-IPTC:By-line=Ann',
      '-IPTC:By-line=Bob',
      '-IPTC:DateCreated=2024:01:02',
      '-IPTC:TimeCreated=10:11:12+03:00',
    ])
    const expected = {
      'IFD0:Copyright': '© Müller & <Söhne>',
      'IFD0:Artist': 'Ann, Bob',
      'ExifIFD:DateTimeOriginal': '2024:01:02 10:11:12',
      'ExifIFD:OffsetTimeOriginal': '+03:00',
      'XMP-dc:Rights': '© Müller & <Söhne>',
      'XMP-photoshop:DateCreated': '2024:01:02 10:11:12+03:00',
    }
    const rights = {
      'XMP-xmpRights:UsageTerms': 'Print only',
      'XMP-xmpRights:WebStatement': 'https://example.com/?a=1&b="2"',
    }
    for (const [name, file] of Object.entries(await createDeliveredFiles(xmp)))
      expect([name, await read(file)]).toMatchObject([name, { ...expected, ...rights }])
    for (const [name, file] of Object.entries(await createDeliveredFiles(iptc)))
      expect([name, await read(file)]).toMatchObject([name, expected])
  })

  it('become less than 300 bytes larger with credits', async () => {
    const bytes = await picture().jpeg().toBuffer()
    const [plain, credited] = [join(decoders.folder, 'plain.jpg'), await writeTaggedFile('credited.jpg', bytes, EXIF)]
    writeFileSync(plain, bytes)
    const sizes = await Promise.all(
      [plain, credited].map(async path => readFileSync((await createDeliveredFiles(path)).sm!).length),
    )
    expect(sizes[1]! - sizes[0]!).toBeLessThan(300)
    expect(await read((await createDeliveredFiles(plain)).sm!)).toEqual({})
  })

  it('have readable texts if the original uses the encoding of an old program', async () => {
    const latin1 = join(decoders.folder, 'latin1.bin')
    writeFileSync(latin1, Buffer.from('© Jörg Müller', 'latin1'))
    const bytes = await picture().jpeg().toBuffer()
    const args = [`-IFD0:Copyright<=${latin1}`, `-IPTC:By-line<=${latin1}`]
    const file = await writeTaggedFile('latin1.jpg', bytes, args)
    expect(await read((await createDeliveredFiles(file)).md!)).toMatchObject({
      'IFD0:Copyright': '© Jörg Müller',
      'IFD0:Artist': '© Jörg Müller',
    })
  })
})

withFixtures('the full-size JPEG', () => {
  it('rule 38: the JPEG of a HEIC and a RAW file has the same credits', async () => {
    for (const name of ['heic/iphone7-12mp.heic', 'raw-built/nikon-d70-rot90.nef']) {
      const path = await writeTaggedFile(name.replace('/', '-'), readFixture(name), EXIF)
      const files = await createDeliveredFiles(path)
      expect(await read(join(files.lg!, '../full.jpg'))).toMatchObject(CREDIT)
    }
  })
})
