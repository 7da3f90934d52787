import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import {
  createBmp,
  createIccChunk,
  createIccSegments,
  createPng,
  createPngChunk,
  encodeUint32,
} from '../../../test/color-files.ts'
import { getAdobeRgbProfile } from '../colors/icc/matrix-profile.ts'
import { removeMetadata } from '../jpeg/jpeg-segments.ts'
import { redactBytes } from './redact.ts'

type FileType = Parameters<typeof redactBytes>[1]
const createPicture = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#276' } })
const GPS = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' } }
const privateExif = {
  IFD0: { Copyright: 'Ann Photographer', Make: 'Daymark' },
  IFD2: { BodySerialNumber: 'SERIAL-4711', LensModel: 'A lens' },
  ...GPS,
}
const createSegment = (marker: number, content: string | Buffer): Buffer => {
  const body = Buffer.from(content as string, 'latin1')
  const head = Buffer.of(0xff, marker, 0, 0)
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}
const insertSegments = (jpeg: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])

describe('an original for visitors (rule 38)', () => {
  it.each(['jpeg', 'webp', 'png', 'avif'] as const)(
    'of type %s loses position and serial number and keeps the rest',
    async kind => {
      const bytes = await createPicture().withExif(privateExif).toFormat(kind).toBuffer()
      expect(bytes.includes('SERIAL-4711')).toBe(true)
      const [edited, pixels] = [Buffer.from(bytes), await sharp(bytes).raw().toBuffer()]
      expect(redactBytes(edited, kind)?.patches.length).toBeGreaterThan(0)
      expect(edited).toHaveLength(bytes.length)
      expect(edited.includes('SERIAL-4711')).toBe(false)
      expect(['Ann Photographer', 'A lens'].filter(text => !edited.includes(text))).toEqual([])
      expect((await sharp(edited).raw().toBuffer()).equals(pixels)).toBe(true)
      const { default: exifr } = await import('exifr')
      const { exif } = await sharp(edited).metadata()
      expect(await exifr.gps(exif?.subarray(6) ?? edited).catch(() => undefined)).toBeUndefined()
    },
  )

  it('needs no patch if it has no metadata', async () => {
    for (const kind of ['jpeg', 'png', 'webp', 'tiff', 'gif', 'avif'] as const) {
      const bytes = await createPicture().toFormat(kind).toBuffer()
      expect([kind, redactBytes(Buffer.from(bytes), kind)]).toEqual([kind, { patches: [], crc32: crc32(bytes) }])
    }
  })

  it('JPEG: loses unknown segments, comments, and data after the picture', async () => {
    const jpeg = await createPicture().jpeg().toBuffer()
    const bytes = Buffer.concat([
      insertSegments(jpeg, createSegment(0xe5, 'a maker’s secret'), createSegment(0xfe, 'at 52.5 N')),
      Buffer.from('....ftypmp42 a film with a position'),
    ])
    expect(redactBytes(bytes, 'jpeg')).not.toBeNull()
    expect(bytes.toString('latin1')).not.toMatch(/secret|52\.5|film/)
  })

  it('JPEG: keeps a second picture after the first, without its position', async () => {
    const first = await createPicture().jpeg().toBuffer()
    const second = await createPicture().withExif(privateExif).jpeg().toBuffer()
    const bytes = Buffer.concat([first, Buffer.alloc(10), second, Buffer.from('trailer')])
    redactBytes(bytes, 'jpeg')
    const kept = bytes.subarray(first.length + 10, -7)
    expect((await sharp(kept).metadata()).exif?.includes('Ann Photographer')).toBe(true)
    expect(kept.includes('SERIAL-4711')).toBe(false)
    expect(bytes.subarray(-7)).toEqual(Buffer.alloc(7))
  })

  it('PNG: stays valid with correct checksums and without texts of tools', async () => {
    const png = await createPicture().png().toBuffer()
    const chunk = (type: string, content: Buffer): Buffer => {
      const body = Buffer.concat([Buffer.from(type), content])
      const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
      size.writeUInt32BE(content.length)
      sum.writeUInt32BE(crc32(body))
      return Buffer.concat([size, body, sum])
    }
    const profile = Buffer.concat([Buffer.from('Raw profile type exif\0\0'), deflateSync('52.5 N')])
    const texts = [chunk('zTXt', profile), chunk('tEXt', Buffer.from('Copyright\0Ann')), chunk('prVt', Buffer.of(7))]
    const bytes = Buffer.concat([png.subarray(0, 33), ...texts, png.subarray(33), Buffer.from('52.5 N')])
    expect(redactBytes(bytes, 'png')?.patches.length).toBeLessThan(6)
    expect(bytes.toString('latin1')).not.toMatch(/Raw profile|52\.5|prVt/)
    expect(bytes.includes('Copyright\0Ann')).toBe(true)
    for (let at = 8; at < bytes.length - 6; at += 12 + bytes.readUInt32BE(at)) {
      const end = at + 8 + bytes.readUInt32BE(at)
      expect(bytes.readUInt32BE(end)).toBe(crc32(bytes.subarray(at + 4, end)))
    }
    expect((await sharp(bytes, { failOn: 'warning' }).metadata()).width).toBe(40)
  })

  it('PNG: keeps compressed texts of usual size, without bytes after them', async () => {
    const png = await createPicture().png().toBuffer()
    const zTXt = (text: Buffer) => createPngChunk('zTXt', Buffer.concat([Buffer.from('Copyright\0\0'), text]))
    const iTXt = (text: Buffer) =>
      createPngChunk('iTXt', Buffer.concat([Buffer.from('Title\0\x01\0en\0Titel\0'), text]))
    const [short, long] = [deflateSync('Ann'), deflateSync(Buffer.alloc(2e6, 'x'))]
    for (const chunk of [zTXt, iTXt]) {
      const withText = (text: Buffer) => Buffer.concat([png.subarray(0, 33), chunk(text), png.subarray(33)])
      expect(redactBytes(withText(short), 'png')?.patches).toEqual([])
      const hidden = withText(Buffer.concat([short, Buffer.from('SECRET')]))
      redactBytes(hidden, 'png')
      expect([hidden.includes(short), hidden.includes('SECRET')]).toEqual([true, false])
      const large = withText(long)
      redactBytes(large, 'png')
      expect([large.includes('blNK'), large.includes(long)]).toEqual([true, false])
    }
  })

  it('GIF: keeps its pictures; XMP and comments are overwritten', async () => {
    const gif = await createPicture().gif().toBuffer()
    const xmp =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="52,5N"/>'
    const trailer = Buffer.of(1, ...Array.from({ length: 256 }, (_, i) => 255 - i), 0)
    const packet = (text: string) => Buffer.concat([Buffer.from('\x21\xff\x0bXMP DataXMP' + text, 'latin1'), trailer])
    const comment = Buffer.from('\x21\xfe\x04here\0', 'latin1')
    const at = gif.indexOf(Buffer.of(0x21, 0xf9))
    for (const text of [xmp, '52,5N not XML']) {
      const bytes = Buffer.concat([gif.subarray(0, at), packet(text), comment, gif.subarray(at)])
      const pixels = await sharp(bytes).raw().toBuffer()
      expect(redactBytes(bytes, 'gif')?.patches.length).toBeGreaterThan(1)
      expect(bytes.toString('latin1')).not.toMatch(/52,5N|here/)
      expect((await sharp(bytes).raw().toBuffer()).equals(pixels)).toBe(true)
    }
  })

  it('keeps no unknown parts, neither well-formed ones nor bytes after the end (ExifTool would keep both)', async () => {
    const secret = 'SECRET-4711'
    const [webp, gif, avif] = await Promise.all(
      (['webp', 'gif', 'avif'] as const).map(kind => createPicture().toFormat(kind).toBuffer()),
    )
    const chunk = Buffer.from(`UNKN\x0c\0\0\0${secret}\0`, 'latin1')
    const extendedFile = Buffer.concat([webp!, chunk])
    extendedFile.writeUInt32LE(extendedFile.length - 8, 4)
    const extension = Buffer.from(`\x21\xff\x0bMAKER OF 01\x0b${secret}\0`, 'latin1')
    const at = gif!.indexOf(Buffer.of(0x21, 0xf9))
    const extended = Buffer.concat([gif!.subarray(0, at), extension, gif!.subarray(at), Buffer.from(secret)])
    for (const [kind, bytes] of [
      ['webp', Buffer.concat([extendedFile, Buffer.from(secret)])],
      ['gif', extended],
    ] as const) {
      const pixels = await sharp(bytes).raw().toBuffer()
      expect([kind, bytes.includes(secret), redactBytes(bytes, kind) !== null]).toEqual([kind, true, true])
      expect([kind, bytes.includes(secret)]).toEqual([kind, false])
      expect((await sharp(bytes).raw().toBuffer()).equals(pixels)).toBe(true)
    }
    const box = Buffer.concat([Buffer.from(`\0\0\0\x13uuid${secret}`, 'latin1')])
    expect(redactBytes(Buffer.concat([avif!, box]), 'avif')).toBeNull()
  })

  it('keeps no bytes between the parts of an AVIF, in WebP frames and in GIF texts', async () => {
    const secret = Buffer.from('SECRET-4711.')
    const avif = await createPicture().avif().toBuffer()
    const data = avif.indexOf('mdat') - 4
    const extendedFile = Buffer.concat([avif, secret])
    extendedFile.writeUInt32BE(extendedFile.length - data, data)
    const noise = Buffer.from(Array.from({ length: 40 * 60 * 3 }, (_, at) => at % 251))
    const frames = sharp(noise, { raw: { width: 40, height: 60, channels: 3, pageHeight: 30 } })
    const webp = await frames.webp({ loop: 1 }).toBuffer()
    const frame = webp.indexOf('ANMF')
    const frameEnd = frame + 8 + webp.readUInt32LE(frame + 4)
    const chunk = Buffer.concat([Buffer.from('UNKN\x0c\0\0\0', 'latin1'), secret])
    const animated = Buffer.concat([webp.subarray(0, frameEnd), chunk, webp.subarray(frameEnd)])
    animated.writeUInt32LE(animated.length - 8, 4)
    animated.writeUInt32LE(webp.readUInt32LE(frame + 4) + chunk.length, frame + 4)
    const gif = await createPicture().gif().toBuffer()
    const text = Buffer.concat([
      Buffer.from('\x21\x01\x0c', 'latin1'),
      Buffer.alloc(12),
      Buffer.of(12),
      secret,
      Buffer.of(0),
    ])
    const at = gif.indexOf(Buffer.of(0x21, 0xf9))
    for (const [kind, bytes] of [
      ['avif', extendedFile],
      ['webp', animated],
      ['gif', Buffer.concat([gif.subarray(0, at), text, gif.subarray(at)])],
    ] as const) {
      const pixels = await sharp(bytes).raw().toBuffer()
      expect([kind, bytes.includes(secret), redactBytes(bytes, kind) !== null]).toEqual([kind, true, true])
      expect([kind, bytes.includes('SECRET')]).toEqual([kind, false])
      expect((await sharp(bytes).raw().toBuffer()).equals(pixels)).toBe(true)
    }
  })

  it('PNG: keeps nothing after its compressed picture or frames, and no data beyond its pixels', async () => {
    const secret = Buffer.from('SECRET-4711')
    const header = Buffer.concat([encodeUint32(40, 30), Buffer.of(8, 2, 0, 0, 0)])
    const rows = Buffer.alloc(30 * (1 + 40 * 3), 9).map((byte, at) => (at % 121 === 0 ? 0 : byte))
    const createPngWithData = (data: Buffer[], ...trailingChunks: Buffer[]) =>
      Buffer.concat([
        Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
        createPngChunk('IHDR', header),
        ...data.map(part => createPngChunk('IDAT', part)),
        ...trailingChunks,
        createPngChunk('IEND', Buffer.alloc(0)),
      ])
    const packed = deflateSync(rows)
    const frame = [
      createPngChunk('fcTL', Buffer.concat([encodeUint32(1, 40, 30, 0, 0), Buffer.alloc(6)])),
      createPngChunk('fdAT', Buffer.concat([encodeUint32(2), packed, secret])),
    ]
    const filesWithSecret: [string, Buffer][] = [
      ['in the chunk', createPngWithData([Buffer.concat([packed, secret])])],
      ['in a chunk of its own', createPngWithData([packed.subarray(0, 9), packed.subarray(9), secret])],
      ['in a frame', createPngWithData([packed], ...frame)],
    ]
    for (const [where, bytes] of filesWithSecret) {
      expect([where, redactBytes(bytes, 'png') === null, bytes.includes('SECRET')]).toEqual([where, false, false])
      const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
      expect([where, data.equals(Buffer.alloc(data.length, 9))]).toEqual([where, true])
      for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
        const end = at + 8 + bytes.readUInt32BE(at)
        expect(bytes.readUInt32BE(end)).toBe(crc32(bytes.subarray(at + 4, end)))
      }
    }
    expect(redactBytes(createPngWithData([deflateSync(Buffer.concat([rows, secret]))]), 'png')).toBeNull()
    const interlaced = await createPicture().png({ progressive: true }).toBuffer()
    expect(redactBytes(interlaced, 'png')?.patches).toEqual([])
  })

  it('keeps the parts of a profile that affect colors, in every format, and nothing of an invalid profile', async () => {
    const secret = 'SECRET-4711'
    const adobe = getAdobeRgbProfile()
    // a private tag, as in profiles of screens with a serial number, with its data after the others
    const count = adobe.readUInt32BE(128)
    const moved = Buffer.from(adobe)
    for (let at = 132; at < 132 + count * 12; at += 12) moved.writeUInt32BE(adobe.readUInt32BE(at + 4) + 12, at + 4)
    const [head, tail] = [moved.subarray(0, 132 + count * 12), moved.subarray(132 + count * 12)]
    const tag = Buffer.concat([Buffer.from('mmod'), encodeUint32(adobe.length + 12, secret.length)])
    const icc = Buffer.concat([head, tag, tail, Buffer.from(secret)])
    icc.writeUInt32BE(count + 1, 128)
    icc.writeUInt32BE(icc.length)
    const noise = Buffer.from(Array.from({ length: 40 * 30 * 3 }, (_, at) => (at * 7919) % 251))
    const image = () => sharp(noise, { raw: { width: 40, height: 30, channels: 3 } })
    const file = join(mkdtempSync(join(tmpdir(), 'profile-')), 'own.icc')
    for (const [what, profile] of [
      ['a private tag', icc],
      ['no profile', Buffer.from(`${secret} is no profile`.repeat(20))],
    ] as const) {
      writeFileSync(file, icc)
      const createTagged = (kind: 'webp' | 'tiff' | 'avif') => image().withIccProfile(file).toFormat(kind).toBuffer()
      const gif = await createPicture().gif().toBuffer()
      const control = gif.indexOf(Buffer.of(0x21, 0xf9))
      const blocks = Array.from({ length: Math.ceil(profile.length / 200) }, (_, at) => {
        const part = profile.subarray(at * 200, at * 200 + 200)
        return Buffer.concat([Buffer.of(part.length), part])
      })
      const name = Buffer.from('\x21\xff\x0bICCRGBG1012', 'latin1')
      const replaceProfile = (bytes: Buffer): Buffer => {
        const at = bytes.indexOf(icc)
        expect(at).toBeGreaterThan(0)
        profile.copy(bytes, at, 0, Math.min(profile.length, icc.length))
        if (profile !== icc) bytes.fill(0, at + Math.min(profile.length, icc.length), at + icc.length)
        return bytes
      }
      const files: [FileType, Buffer][] = [
        ['jpeg', insertSegments(await image().jpeg().toBuffer(), ...createIccSegments(profile, 500))],
        ['jpeg', insertSegments(await image().jpeg().toBuffer(), ...createIccSegments(profile, 500).toReversed())],
        ['png', createPng([createIccChunk(profile)])],
        ['gif', Buffer.concat([gif.subarray(0, control), name, ...blocks, Buffer.of(0), gif.subarray(control)])],
        ['bmp', createBmp({ space: 'MBED', profile })],
        ['webp', replaceProfile(await createTagged('webp'))],
        ['tiff', replaceProfile(await createTagged('tiff'))],
        ['avif', replaceProfile(await createTagged('avif'))],
      ]
      for (const [kind, bytes] of files) {
        const before = kind === 'bmp' ? undefined : await sharp(bytes, { ignoreIcc: true }).raw().toBuffer()
        expect([what, kind, redactBytes(bytes, kind) !== null, bytes.includes('SECRET')]).toEqual([
          what,
          kind,
          true,
          false,
        ])
        const after = kind === 'bmp' ? undefined : await sharp(bytes, { ignoreIcc: true }).raw().toBuffer()
        expect([kind, after]).toEqual([kind, before])
        if (profile !== icc || kind === 'bmp' || kind === 'gif') continue
        const { icc: kept } = await sharp(bytes).metadata()
        expect([kind, kept?.includes('SECRET')]).toEqual([kind, false])
        expect([kind, kept?.subarray(100, -11).equals(icc.subarray(100, -11))]).toEqual([kind, true])
      }
    }
  })

  it('AVIF: keeps only properties that readers need', async () => {
    const avif = await createPicture().avif().toBuffer()
    const property = Buffer.concat([encodeUint32(19), Buffer.from('udesSECRET-4711')])
    // replaces the first property, because items refer to properties by number
    for (const type of ['udes', 'uuid', 'abcd']) {
      const at = avif.indexOf('ipco') + 4
      const own = Buffer.from(property)
      own.write(type, 4)
      const bytes = Buffer.concat([avif.subarray(0, at), own, avif.subarray(at)])
      for (const box of ['meta', 'iprp', 'ipco']) {
        const start = bytes.indexOf(box) - 4
        bytes.writeUInt32BE(bytes.readUInt32BE(start) + own.length, start)
      }
      expect([type, redactBytes(bytes, 'avif') !== null, bytes.includes('SECRET')]).toEqual([type, true, false])
    }
  })

  it('BMP: keeps only headers, pixels and an embedded profile', async () => {
    const secret = Buffer.from('SECRET-4711')
    const pixels = createBmp()
    const embedded = { space: 'MBED', profile: getAdobeRgbProfile() }
    const filesWithSecret: [string, Buffer][] = [
      ['after the end', createBmp({ trailer: secret })],
      ['before the pixels', createBmp({ gap: secret })],
      ['before the pixels of version 3', createBmp({ version: 3, gap: secret })],
      ['in a linked profile', createBmp({ space: 'LINK', profile: secret })],
      ['in place of an embedded profile', createBmp({ space: 'MBED', profile: secret })],
      ['after an embedded profile', createBmp({ ...embedded, trailer: secret })],
    ]
    for (const [where, bytes] of filesWithSecret) {
      expect([where, bytes.includes(secret), redactBytes(bytes, 'bmp') !== null]).toEqual([where, true, true])
      expect([where, bytes.includes('SECRET')]).toEqual([where, false])
      expect(bytes.indexOf(pixels.subarray(138))).toBeGreaterThan(0)
    }
    const colored = createBmp(embedded)
    expect(redactBytes(Buffer.from(colored), 'bmp')?.patches).toEqual([])
    expect(redactBytes(colored.subarray(0, 5000), 'bmp')).toBeNull()
    const beyondTheEnd = createBmp()
    beyondTheEnd.writeUInt32LE(beyondTheEnd.length + 100, 10) // offset of the pixels
    beyondTheEnd.writeUInt32LE(1, 30) // run-length encoding, whose end is searched from the offset
    expect(redactBytes(beyondTheEnd, 'bmp')).toBeNull()
  })

  it('keeps no private data in extended XMP, in Photoshop resources and in the EXIF of a thumbnail', async () => {
    const thumbnail = await createPicture().withExif(privateExif).jpeg().toBuffer()
    const resource = Buffer.concat([Buffer.from('8BIM\x04\x0c\0\0', 'latin1'), Buffer.alloc(4), thumbnail])
    resource.writeUInt32BE(thumbnail.length, 8)
    const bytes = insertSegments(
      await createPicture().jpeg().toBuffer(),
      createSegment(0xe1, 'http://ns.adobe.com/xmp/extension/\0 52,5N'),
      createSegment(0xed, Buffer.concat([Buffer.from('Photoshop 3.0\0'), resource])),
    )
    redactBytes(bytes, 'jpeg')
    expect(bytes.toString('latin1')).not.toMatch(/52,5N|SERIAL-4711/)
  })

  it('JPEG: keeps copyright in Photoshop resources, but no places or incomplete resources', async () => {
    const createResource = (id: number, content: Buffer) =>
      Buffer.concat([Buffer.from('8BIM'), Buffer.of(id >> 8, id & 255, 0, 0), encodeUint32(content.length), content])
    const createDataset = (id: number, text: string) => Buffer.of(0x1c, 2, id, 0, text.length, ...Buffer.from(text))
    const resources = [
      Buffer.from('Photoshop 3.0\0'),
      createResource(0x0404, Buffer.concat([createDataset(116, '(c) Ann'), createDataset(90, 'Berlin.')])),
      createResource(0x040b, Buffer.from('ann.example.')),
      Buffer.from('8BIMHome'),
    ]
    const bytes = insertSegments(await createPicture().jpeg().toBuffer(), createSegment(0xed, Buffer.concat(resources)))
    redactBytes(bytes, 'jpeg')
    expect(bytes.toString('latin1').match(/\(c\) Ann|ann\.example\.|Berlin|Home/g)).toEqual(['(c) Ann', 'ann.example.'])
  })

  it('does not exist if EXIF cannot be cleaned and states the orientation', async () => {
    const jpeg = await createPicture().jpeg().toBuffer()
    const broken = insertSegments(jpeg, createSegment(0xe1, 'Exif\0\0II+\0\xff\xff\0\0'))
    expect(redactBytes(Buffer.from(broken), 'jpeg', true)).toBeNull()
    const bytes = Buffer.from(broken)
    expect(redactBytes(bytes, 'jpeg', false)).not.toBeNull()
    expect(bytes.includes('Exif')).toBe(false)
  })

  it.each(['png', 'webp', 'gif', 'tiff', 'avif'] as const)('does not exist for a truncated %s', async kind => {
    const bytes = await createPicture().toFormat(kind).toBuffer()
    expect(redactBytes(bytes.subarray(0, -20), kind)).toBeNull()
    expect(redactBytes(Buffer.of(), kind)).toBeNull()
  })

  it('does not exist for RAW and HEIC files, of which visitors get a JPEG', () => {
    expect([redactBytes(Buffer.alloc(100), 'raw'), redactBytes(Buffer.alloc(100), 'heic')]).toEqual([null, null])
  })
})

describe('a JPEG without metadata', () => {
  it('has the same pixels and no byte of metadata', async () => {
    const bytes = Buffer.concat([await createPicture().withExif(privateExif).jpeg().toBuffer(), Buffer.from('trailer')])
    const bare = removeMetadata(bytes) ?? Buffer.of()
    expect((await sharp(bare).raw().toBuffer()).equals(await sharp(bytes).raw().toBuffer())).toBe(true)
    expect(bare.toString('latin1')).not.toMatch(/Exif|SERIAL|Ann|trailer/)
  })
  it('is not made from a truncated picture', async () => {
    const bytes = await createPicture().jpeg().toBuffer()
    expect(removeMetadata(bytes.subarray(0, -2))).toBeUndefined()
    expect(removeMetadata(Buffer.from('no picture'))).toBeUndefined()
  })
})
