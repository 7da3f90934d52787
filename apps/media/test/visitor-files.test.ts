import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { extname, join, relative } from 'node:path'
import { crc32 } from 'node:zlib'
import { sniffImageType, type ImageType } from '@daymark/contracts'
import { describeWith, fixture, hasFixtures, withFixtures } from '@daymark/testing'
import sharp from 'sharp'
import { redactBytes } from '../src/decoder/visitor/redact.ts'
import type { Patch } from '../src/shared/messages.ts'

type Fixture = { name: string; type: ImageType; bytes: Buffer }
const MAX_BYTES = 30e6

/** Returns all fixtures of the formats in which visitors get the original with patches, up to `MAX_BYTES`. */
const fixtures = (folder = ''): Fixture[] =>
  readdirSync(fixture(folder), { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .flatMap(path => {
      const bytes = readFileSync(path)
      const type = sniffImageType(bytes.subarray(0, 4096), extname(path).slice(1))
      const isServed = type && type !== 'raw' && type !== 'heic' && bytes.length < MAX_BYTES
      return isServed ? [{ name: relative(fixture(''), path), type, bytes }] : []
    })

const applyPatches = (bytes: Buffer, patches: Patch[]): Buffer => {
  const copy = Buffer.from(bytes)
  for (const [at, what, value = 0] of patches)
    if (typeof what === 'string') copy.set(Buffer.from(what, 'base64'), at)
    else copy.fill(value, at, at + what)
  return copy
}
const isRotated = async (bytes: Buffer): Promise<boolean> =>
  ((
    await sharp(bytes)
      .metadata()
      .catch(() => undefined)
  )?.orientation ?? 1) > 1

withFixtures('visitor files', () => {
  it('rule 38: are described by few patches that produce exactly the examined bytes', () => {
    let files = 0
    for (const { name, type, bytes } of fixtures()) {
      const edited = Buffer.from(bytes)
      const redaction = redactBytes(edited, type)
      if (!redaction) continue
      files++
      const result = applyPatches(bytes, redaction.patches)
      expect([name, result.equals(edited), crc32(result)]).toEqual([name, true, redaction.crc32])
      expect(JSON.stringify(redaction.patches).length).toBeLessThan(12_200)
      const places = redaction.patches.map(([at]) => at)
      expect(places).toEqual(places.toSorted((a, b) => a - b))
    }
    expect(files).toBeGreaterThan(125)
  })

  it('rule 38: have the same pixels, orientation and colors', async () => {
    const rows = fixtures().filter(({ name }) => !/^(bad|bomb)\//.test(name))
    for (const { name, type, bytes } of rows) {
      const edited = Buffer.from(bytes)
      // a file that needs no change is identical, so its pixels need no comparison
      if (!redactBytes(edited, type, await isRotated(bytes)) || edited.equals(bytes)) continue
      const [before, after] = await Promise.all([bytes, edited].map(readPicture))
      expect([name, after]).toEqual([name, before])
    }
  })

  it('rule 38: only the listed good fixtures have to be replaced by a JPEG', () => {
    const replaced = fixtures().filter(
      ({ name, type, bytes }) => !/^(bad|bomb)\/|^bmp\/b-/.test(name) && !redactBytes(Buffer.from(bytes), type),
    )
    expect(replaced.map(({ name }) => name).toSorted()).toEqual([
      // no decoder can read these three
      'bmp/q-pal8os2v2.bmp',
      'bmp/q-rgb24jpeg.bmp',
      'bmp/q-rgb24png.bmp',
      'tiff/bigtiff.tif',
      'tiff/cmyk-euroscale.tif',
    ])
  })

  it('no parser throws for 2,000 files with changed, removed or duplicated bytes', () => {
    const rows = fixtures().filter(({ bytes }) => bytes.length < 200_000)
    const random = createRandom(42)
    for (let round = 0; round < 2000; round++) {
      const { type, bytes } = rows[random(rows.length)]!
      const damaged = damageBytes(bytes, random)
      // CPU time, because wall time depends on the load of the machine
      const before = process.cpuUsage()
      const edited = Buffer.from(damaged)
      const redaction = redactBytes(edited, type)
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1000).toBeLessThan(2000)
      if (redaction && !applyPatches(damaged, redaction.patches).equals(edited)) throw new Error(`round ${round}`)
    }
  })
})

const readPicture = async (bytes: Buffer) => {
  const facts = await sharp(bytes)
    .metadata()
    .catch(() => undefined)
  const image = sharp(bytes, { failOn: 'none' }).autoOrient().raw()
  const pixels = await image.toBuffer().catch(() => Buffer.of())
  return [facts?.width, facts?.orientation, facts?.icc?.length, pixels.length, crc32(pixels)]
}

/** Returns a random number generator with a seed, so that the damage is the same in every run. */
const createRandom = (seed: number) => (below: number) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return Math.floor((seed / 2 ** 32) * below)
}
function damageBytes(bytes: Buffer, random: (below: number) => number): Buffer {
  const copy = Buffer.from(bytes)
  const head = Math.min(copy.length, random(2) ? 1000 : copy.length)
  for (let changes = 1 + random(8); changes > 0; changes--) copy[random(head)] = random(3) ? random(256) : 0xff
  const lengthChange = random(4)
  if (lengthChange === 0) return copy.subarray(0, 12 + random(copy.length - 12))
  return lengthChange === 1 ? Buffer.concat([copy, copy]) : copy
}

const suite = hasFixtures ? describeWith('perl') : describe.skip
suite('the tags that ExifTool finds in visitor files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-visitor-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const script = createRequire(import.meta.resolve('exiftool-vendored'))('exiftool-vendored.pl') as string
  type Tags = Record<string, unknown>
  const read = (path: string, tags: string[]): Map<string, Tags> => {
    const options = ['-j', '-q', '-q', '-r', '-G1', '-a', '-U', '-ee', ...tags]
    // the exit code is ignored, because it only tells how many files are no images
    const { stdout } = spawnSync('perl', [script, ...options, path], { encoding: 'utf8', maxBuffer: 64e6 })
    const rows = JSON.parse(stdout) as Tags[]
    return new Map(rows.map(({ SourceFile, ...found }) => [relative(path, String(SourceFile)), found]))
  }
  const rows = hasFixtures ? fixtures() : []
  beforeAll(() => {
    for (const { name, type, bytes } of rows) {
      const edited = Buffer.from(bytes)
      if (!redactBytes(edited, type)) continue
      mkdirSync(join(folder, name, '..'), { recursive: true })
      writeFileSync(join(folder, name), edited)
    }
  })

  it('rule 38: contain no position, serial number or maker note', () => {
    const privateTags = [
      '-*GPS*',
      '-*Serial*',
      '-MakerNote*',
      '-*OwnerName',
      '-*Latitude*',
      '-*Longitude*',
      '-Location*',
    ]
    const tags = [
      ...privateTags,
      '-City',
      '-State',
      '-Country',
      '-Sub-location',
      '-Province-State',
      '-Country-Primary*',
    ]
    const before = [...read(fixture(''), tags).values()].flatMap(Object.keys)
    expect(before.filter(name => name.startsWith('GPS:')).length).toBeGreaterThan(100)
    expect(before.filter(name => /Serial/.test(name)).length).toBeGreaterThan(20)
    const after = [...read(folder, tags)].flatMap(([file, found]) =>
      Object.entries(found).map(([tag, value]) => [file, tag, String(value).trim()]),
    )
    // IPTC fields remain, but are empty
    expect(after.filter(([, tag, value]) => !(tag?.startsWith('IPTC:') && value === ''))).toEqual([])
  })

  it('rule 38: keep artist, copyright, color profile, camera and exposure', () => {
    const rights = ['-Artist', '-Copyright', '-Rights', '-Creator', '-By-line', '-CopyrightNotice', '-UsageTerms']
    const facts = ['-ICC_Profile:ProfileDescription', '-IFD0:Make', '-IFD0:Model', '-ExifIFD:ExposureTime']
    const tags = [...rights, ...facts, '-IFD0:Orientation', '-ExifIFD:DateTimeOriginal', '-ExifIFD:LensModel']
    const [before, after] = [read(fixture(''), tags), read(folder, tags)]
    const good = [...after].filter(([name]) => !/^(bad|bomb)\//.test(name))
    expect(good.length).toBeGreaterThan(70)
    const withPreviousTags = ([name]: [string, Tags]) => [name, before.get(name)]
    expect(good).toEqual(good.map(withPreviousTags))
    const rightsFound = good.flatMap(([, found]) => Object.keys(found)).filter(tag => /Copyright|Rights/.test(tag))
    expect(rightsFound.length).toBeGreaterThan(10)
  })
})
