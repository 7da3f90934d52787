import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { imageKindOf, type ImageType, sniffImageType } from './image-type.ts'

const toPaddedBytes = (text: string, length = 64): Uint8Array => {
  const head = new Uint8Array(length)
  for (let index = 0; index < text.length; index++) head[index] = text.charCodeAt(index)
  return head
}
const createFtypBox = (brands: string): Uint8Array =>
  toPaddedBytes(`\0\0\0${String.fromCharCode(8 + brands.length)}ftyp${brands}`)

describe('sniffImageType', () => {
  const supportedFiles: [string, Uint8Array, string, ImageType][] = [
    ['L-FMT-01 JPEG', toPaddedBytes('\xff\xd8\xff\xe1'), 'jpg', 'jpeg'],
    ['L-FMT-02 PNG', toPaddedBytes('\x89PNG\r\n\x1a\n'), 'png', 'png'],
    ['L-FMT-03 GIF 87', toPaddedBytes('GIF87a'), 'gif', 'gif'],
    ['L-FMT-03 GIF 89', toPaddedBytes('GIF89a'), 'gif', 'gif'],
    ['L-FMT-04 WebP', toPaddedBytes('RIFF\0\0\0\0WEBPVP8 '), 'webp', 'webp'],
    ['L-FMT-05 BMP', toPaddedBytes('BM\0\0\0\0\0\0\0\0\0\0\0\0\x28\0\0\0'), 'bmp', 'bmp'],
    ['L-FMT-06 HEIC', createFtypBox('heic\0\0\0\0mif1heic'), 'heic', 'heic'],
    ['L-FMT-06 HEIF whose first brand is mif1', createFtypBox('mif1\0\0\0\0mif1heic'), 'heif', 'heic'],
    ['L-FMT-07 AVIF', createFtypBox('avif\0\0\0\0mif1avif'), 'avif', 'avif'],
    ['L-FMT-07 AVIF whose first brand is mif1', createFtypBox('mif1\0\0\0\0avifmif1'), 'avif', 'avif'],
    ['L-FMT-08 TIFF, little endian', toPaddedBytes('II*\0\x08\0\0\0'), 'tif', 'tiff'],
    ['L-FMT-08 TIFF, big endian', toPaddedBytes('MM\0*\0\0\0\x08'), 'tiff', 'tiff'],
    ['L-FMT-08 BigTIFF', toPaddedBytes('II+\0\x08\0\0\0'), 'tif', 'tiff'],
    ['L-FMT-09 CR2', toPaddedBytes('II*\0\x10\0\0\0CR\x02\0'), 'cr2', 'raw'],
    ['L-FMT-09 CR3', createFtypBox('crx \0\0\0\x01crx isom'), 'cr3', 'raw'],
    ['L-FMT-09 RAF', toPaddedBytes('FUJIFILMCCD-RAW 0201'), 'raf', 'raw'],
    ['L-FMT-09 X3F', toPaddedBytes('FOVb'), 'x3f', 'raw'],
    ['L-FMT-09 ORF', toPaddedBytes('IIRO\x08\0\0\0'), 'orf', 'raw'],
    ['L-FMT-09 RW2', toPaddedBytes('IIU\0\x08\0\0\0'), 'rw2', 'raw'],
    ['L-FMT-09 NEF, distinguished from TIFF by its name', toPaddedBytes('MM\0*\0\0\0\x08'), 'NEF', 'raw'],
  ]
  it.each(supportedFiles)('%s', (_name, head, extension, type) => {
    expect(sniffImageType(head, extension)).toBe(type)
  })

  it('L-FMT-09 a DNG is RAW under any name', () => {
    const entry = [0x12, 0xc6, 1, 0, 4, 0, 0, 0, 1, 4, 0, 0]
    const head = Uint8Array.from([0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, ...entry, 0, 0, 0, 0])
    expect(sniffImageType(head, 'tif')).toBe('raw')
  })

  it('L-FMT-09 a file with sub-directories is RAW if its first picture is reduced, else a pyramid TIFF', () => {
    const head = (subfileType: number) =>
      Uint8Array.from([
        0x49,
        0x49,
        42,
        0,
        8,
        0,
        0,
        0,
        2,
        0,
        254,
        0,
        4,
        0,
        1,
        0,
        0,
        0,
        subfileType,
        0,
        0,
        0,
        0x4a,
        1,
        4,
        0,
        1,
        0,
        0,
        0,
        0,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
      ])
    expect(sniffImageType(head(1), 'jpg')).toBe('raw')
    expect(sniffImageType(head(0), 'jpg')).toBe('tiff')
  })

  const rejectedFiles: [string, Uint8Array, string][] = [
    ['an empty file', new Uint8Array(), 'jpg'],
    ['a JPEG truncated after its first bytes', Uint8Array.of(0xff, 0xd8, 0xff), 'jpg'],
    ['SVG', toPaddedBytes('<svg xmlns="http://www.w3.org/2000/svg">'), 'svg'],
    ['SVG under another name', toPaddedBytes('<?xml version="1.0"?><svg onload="x()">'), 'png'],
    ['HTML under another name', toPaddedBytes('<!doctype html><script>'), 'jpg'],
    ['PDF under another name', toPaddedBytes('%PDF-1.4'), 'tif'],
    ['a video', createFtypBox('mp42\0\0\0\0isommp42'), 'heic'],
    ['text that begins with BM', toPaddedBytes('BMW is a maker of cars and motorcycles'), 'bmp'],
    ['another RIFF format', toPaddedBytes('RIFF\0\0\0\0WAVEfmt '), 'webp'],
    ['anything named .raw', toPaddedBytes('whatever this may be'), 'raw'],
    ['PostScript', toPaddedBytes('%!PS-Adobe-3.0'), 'jpg'],
    ['JPEG 2000, which no decoder supports', toPaddedBytes('\0\0\0\x0cjP  \r\n\x87\n'), 'jpg'],
  ]
  it.each(rejectedFiles)('rejects %s', (_name, head, extension) => {
    expect(sniffImageType(head, extension)).toBeNull()
  })

  it('reads only the given bytes, also from a part of a larger buffer', () => {
    const buffer = new Uint8Array(4096).fill(0xff)
    buffer.set(toPaddedBytes('II*\0\xf0\xff\0\0', 16), 100)
    for (let length = 0; length <= 16; length++)
      expect(sniffImageType(buffer.subarray(100, 100 + length), 'tif')).toBe(length < 12 ? null : 'tiff')
  })
})

describe('imageKind', () => {
  it('L-ENT-08 names ordinary formats by content and RAW files by camera maker', () => {
    expect(imageKindOf('jpeg', 'png')).toEqual({ format: 'JPEG', mimeType: 'image/jpeg' })
    expect(imageKindOf('raw', 'NEF')).toEqual({ format: 'NEF', mimeType: 'image/x-nikon-nef' })
    expect(imageKindOf('raw', 'raw')).toEqual({ format: 'RAW', mimeType: 'image/x-raw' })
    expect(imageKindOf('raw', 'constructor')).toEqual({ format: 'RAW', mimeType: 'image/x-raw' })
  })
})

const fixtures = process.env.DAYMARK_FIXTURES ?? join(process.cwd(), '../shared/fixtures')
const describeWithFixtures = existsSync(fixtures) ? describe : describe.skip
describeWithFixtures('sniffImageType on real files (skipped without fixtures)', () => {
  const index = JSON.parse(existsSync(fixtures) ? readFileSync(join(fixtures, 'index.json'), 'utf8') : '[]') as {
    file: string
  }[]
  const sniff = (file: string) =>
    sniffImageType(readFileSync(join(fixtures, file)).subarray(0, 4096), file.split('.').pop() ?? '')

  it('L-FMT-01 L-FMT-02 L-FMT-03 L-FMT-04 L-FMT-05 L-FMT-06 L-FMT-07 L-FMT-08 L-FMT-09 every sample photo is recognized', () => {
    const folders = ['jpeg', 'png', 'gif', 'webp', 'bmp', 'heic', 'avif', 'tiff', 'raw', 'raw-built']
    const photos = index.filter(({ file }) => folders.includes(file.split('/')[0] ?? ''))
    expect(photos.length).toBeGreaterThan(80)
    for (const { file } of photos) expect([file, sniff(file)]).toEqual([file, file.split(/[/-]/)[0]])
  })

  it('content that browsers could execute is not recognized as an image', () => {
    const executableFiles = [
      'svg-renamed.png',
      'svg-real.svg',
      'html-named.jpg',
      'pdf-named.tif',
      'mp4-named.heic',
      'random.jpg',
    ]
    for (const file of executableFiles) expect([file, sniff(`bad/${file}`)]).toEqual([file, null])
    expect(sniff('bad/html-polyglot.jpg')).toBe('jpeg')
  })
})
