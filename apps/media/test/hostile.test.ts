import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { fixture, withFixtures, setUp } from '@daymark/testing'
import sharp from 'sharp'
import { createPngChunk, withXmpItem } from './color-files.ts'
import { readIndex, startDecoders } from './decoders.ts'

// no process is replaced after a number of jobs, because how many jobs each gets depends on the machine
const decoders = setUp(() => startDecoders({ jobsPerProcess: Infinity }))
const listFixtures = (folder: string) => readIndex().filter(({ file }) => file.startsWith(folder))

/** Returns how the processing of a file ended, in a few words. Any other text is a fault of the service. */
async function describeEnd(file: string): Promise<string> {
  const outcome = await decoders.decode(file)
  if (!outcome) return 'no image'
  if (outcome.kind === 'unreadable') return 'unreadable'
  if (outcome.kind !== 'done') return JSON.stringify(outcome)
  for (const variant of Object.values(outcome.photo.variants))
    expect(await sharp(readFileSync(variant.path)).metadata()).toMatchObject({ format: 'jpeg', width: variant.width })
  return outcome.photo.damage ? 'damaged photo' : 'photo'
}

/** Returns the processor time in milliseconds that the decoding processes and their child processes have used so far. */
function readCpuTimeMs(): number {
  const pids = decoders.pool.pids.flatMap(pid => [pid, ...findChildPids(pid)])
  const ticks = pids.flatMap(pid => {
    // the times follow the name of the program, which may contain spaces: user and system time of the process and of its ended children
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')
    return rest.split(' ').slice(11, 15).map(Number)
  })
  return ticks.reduce((sum, one) => sum + one, 0) * 10
}

const findChildPids = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/task`).flatMap(task =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'latin1').split(' ').filter(Boolean),
  )

/** Returns the processor time in milliseconds that the decoding processes use for `work`. */
async function measureCpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = readCpuTimeMs()
  await work()
  return readCpuTimeMs() - before
}
let harmlessPhotoMs = 0
/**
 * Returns the processor time in milliseconds for a harmless photo of 24 megapixels on this machine, without the start of the processes.
 * Measured once.
 */
async function measureHarmlessPhotoMs(): Promise<number> {
  await Promise.all(['jpeg/no-exif.jpg', 'jpeg/gps-empty.jpg'].map(decoders.decodePhoto))
  harmlessPhotoMs ||= await measureCpuMs(() => decoders.decodePhoto('jpeg/24mp-craft-beer.jpg'))
  return harmlessPhotoMs
}

withFixtures('hostile files', () => {
  it('every file of bad/ and bomb/ is rejected or usable, and no process dies', async () => {
    const rows = [...listFixtures('bad/'), ...listFixtures('bomb/')]
    expect(rows.length).toBeGreaterThan(270)
    await decoders.decodePhoto('jpeg/no-exif.jpg')
    const ends = await Promise.all(rows.map(async ({ file }) => [file, await describeEnd(fixture(file))] as const))
    const count = (word: string) => ends.filter(([, what]) => what === word).length
    const known = ['no image', 'unreadable', 'damaged photo', 'photo']
    expect(ends.filter(([, what]) => !known.includes(what))).toEqual([])
    expect(count('photo')).toBeGreaterThanOrEqual(50)
    expect(count('damaged photo')).toBeGreaterThan(20)
    expect(count('unreadable') + count('no image')).toBeGreaterThan(150)
    expect(decoders.pool.pids).toHaveLength(2)
    // files that the prototype could decode must be decoded, and files that it rejected as no image must be rejected
    for (const { file } of rows.filter(row => row.pipeline.ok))
      expect(ends).toContainEqual([file, expect.stringMatching(/photo$/)])
    for (const { file } of rows.filter(({ pipeline }) => pipeline.err?.startsWith('not a supported image')))
      expect(ends).toContainEqual([file, 'no image'])
  })

  it('bombs are rejected before they are decoded', async () => {
    const limit = await measureHarmlessPhotoMs()
    for (const file of ['bomb/17000x17000.avif', 'bomb/600mp-30000x20000.png', 'bmp/b-reallybig.bmp']) {
      const cost = await measureCpuMs(async () =>
        expect(await decoders.decode(fixture(file))).toMatchObject({
          kind: 'unreadable',
          reason: 'The photo is too large to be displayed. The original is stored.',
        }),
      )
      expect(cost).toBeLessThan(limit)
    }
  })

  it('a picture with a width of one pixel and a height of millions is rejected', async () => {
    const png = readFileSync(fixture('png/exif-gps.png'))
    png.writeUInt32BE(6_815_745, 20)
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
    const file = join(decoders.folder, 'thin.png')
    writeFileSync(file, png)
    expect(await decoders.decode(file)).toMatchObject({ kind: 'unreadable', detail: 'size 1x6815745' })
  })

  it('150 megapixels are rendered with bounded memory', async () => {
    expect(await decoders.decodePhoto('bomb/150mp-15000x10000.png')).toMatchObject({ width: 15_000, height: 10_000 })
    for (const pid of decoders.pool.pids) {
      const peak = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
      expect(Number(peak?.[1])).toBeLessThan(700 * 1024)
    }
  })

  it('variants of a file that also contains scripts contain no scripts', async () => {
    const { variants } = await decoders.decodePhoto('bad/html-polyglot.jpg')
    for (const { path } of Object.values(variants)) expect(readFileSync(path, 'latin1')).not.toMatch(/<script|<html/i)
  })

  it('a truncated photo is shown and marked as damaged', async () => {
    expect(await decoders.decodePhoto('bad/truncated-24mp-half.jpg')).toMatchObject({
      width: 6000,
      height: 4000,
      damage: expect.stringContaining('premature end'),
    })
    expect(await decoders.decodePhoto('bad/truncated-iphone.heic')).toMatchObject({
      damage: expect.stringContaining('HEIC'),
    })
  })

  it('250 real photos with random damage are rejected or usable', async () => {
    const sources = [
      'jpeg/Canon_EOS_7D.jpg',
      'jpeg/gps-empty.jpg',
      'heic/collection.heic',
      'webp/iphone-gps.webp',
      'png/exif-gps.png',
      'tiff/prophoto-iptc-xmp.tif',
      'avif/8bit-srgb.avif',
      'bmp/g-pal8rle.bmp',
      'gif/issue-201.gif',
      'raw-built/sony-zv-e10.arw',
    ]
    const random = createRandom(20_240_501)
    const known = ['no image', 'unreadable', 'damaged photo', 'photo']
    const all = sources.flatMap(source => Array.from({ length: 25 }, (_, number) => ({ source, number })))
    const ends: Promise<string>[] = []
    for (const one of all) {
      const bytes = damageBytes(readFileSync(fixture(one.source)), random)
      const file = join(decoders.folder, `${one.number}-${one.source.replace('/', '-')}`)
      writeFileSync(file, bytes)
      ends.push(describeEnd(file))
    }
    expect((await Promise.all(ends)).filter(what => !known.includes(what))).toEqual([])
    expect(decoders.pool.pids).toHaveLength(2)
  })

  it('only the original and its renditions are left in the work folder', async () => {
    const { variants } = await decoders.decodePhoto('raw-built/nikon-d70.nef')
    const folder = join(variants.lg.path, '..')
    const known = ['original.nef', 'sm.jpg', 'md.jpg', 'lg.jpg', 'full.jpg']
    expect(readdirSync(folder).filter(name => !known.includes(name) && !/^preview-\d+\.jpg$/.test(name))).toEqual([])
  })
})

/** Returns a random number generator with a seed, so that the damage is the same in every run and a failure can be reproduced. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Changes random bytes, mostly at the start of the file, which contains its structure. Sometimes also truncates the file. */
function damageBytes(file: Buffer, random: () => number): Buffer {
  const bytes = Buffer.from(file)
  const changedLength = random() < 0.7 ? Math.min(bytes.length, 4096) : bytes.length
  for (let times = 1 + Math.floor(random() * 20); times > 0; times--)
    bytes[Math.floor(random() * changedLength)] = random() < 0.5 ? 0xff : Math.floor(random() * 256)
  return random() < 0.2 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes
}

withFixtures('metadata that is expensive to read', () => {
  const segment = (marker: number, content: Buffer): Buffer => {
    const head = Buffer.of(0xff, marker, 0, 0)
    head.writeUInt16BE(content.length + 2, 2)
    return Buffer.concat([head, content])
  }
  const xmp = (inside: string): Buffer =>
    Buffer.from(
      'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
        `<rdf:Description xmlns:a="urn:a">${inside}</rdf:Description></rdf:RDF></x:xmpmeta>`,
    )
  const nested = (name: string, depth: number) => `<${name}>`.repeat(depth) + `</${name}>`.repeat(depth)
  /** Returns an EXIF block in which the value of each entry is nearly the whole block. */
  const exifOfLargeValues = (): Buffer => {
    const block = Buffer.alloc(60_000)
    block.write('II*\0\b\0\0\0', 'latin1')
    block.writeUInt16LE(4900, 8)
    for (let at = 10; at < 10 + 4900 * 12; at += 12) {
      block.writeUInt16LE(at, at)
      block.writeUInt16LE(2, at + 2)
      block.writeUInt32LE(59_000, at + 4)
    }
    return Buffer.concat([Buffer.from('Exif\0\0'), block])
  }
  const bomb = () => deflateSync(Buffer.alloc(400e6, 'x'), { level: 1 })
  const picture = () => sharp({ create: { width: 600, height: 400, channels: 3, background: '#276' } })

  const headerLengths = { jpeg: 2, png: 33 }
  const withMetadata = async (extension: 'jpeg' | 'png', metadata: Buffer): Promise<Buffer> => {
    const image = await picture().toFormat(extension).toBuffer()
    return Buffer.concat([
      image.subarray(0, headerLengths[extension]),
      metadata,
      image.subarray(headerLengths[extension]),
    ])
  }

  it.each([
    ['deeply nested XMP', 'jpg', () => withMetadata('jpeg', segment(0xe1, xmp(nested('a:b', 5800))))],
    ['deeply nested XMP lists', 'jpg', () => withMetadata('jpeg', segment(0xe1, xmp(nested('rdf:li', 3300))))],
    ['EXIF of thousands of large values', 'jpg', () => withMetadata('jpeg', segment(0xe1, exifOfLargeValues()))],
    [
      'a PNG text of 400 MB',
      'png',
      () => withMetadata('png', createPngChunk('zTXt', Buffer.concat([Buffer.from('Copyright\0\0'), bomb()]))),
    ],
    [
      'a PNG packet of 400 MB',
      'png',
      () =>
        withMetadata(
          'png',
          createPngChunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0'), bomb()])),
        ),
    ],
    [
      'a PNG profile of 400 MB',
      'png',
      () => withMetadata('png', createPngChunk('iCCP', Buffer.concat([Buffer.from('a profile\0\0'), bomb()]))),
    ],
    ['an AVIF packet of 400 MB', 'avif', async () => withXmpItem(await picture().avif().toBuffer(), bomb(), 'deflate')],
  ])('%s takes no more time than a large photo, and the photo is decoded', async (what, extension, make) => {
    const file = join(decoders.folder, `${what.replaceAll(' ', '-')}.${extension}`)
    writeFileSync(file, await make())
    const limit = await measureHarmlessPhotoMs()
    const cost = await measureCpuMs(async () =>
      expect(await decoders.decode(file)).toMatchObject({
        kind: 'done',
        photo: { width: 600, height: 400, exif: {} },
      }),
    )
    expect(cost).toBeLessThan(limit)
  })
})
