import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { ImageType } from '@daymark/contracts'
import sharp from 'sharp'
import {
  createIccChunk,
  createJpegSegment,
  createPngChunk,
  encodeUint32,
  withXmpItem,
} from '../../../../test/color-files.ts'
import { isMetadataExpensive, isXmpTooComplex } from './expensive-metadata.ts'

const createNestedXml = (depth: number) => '<a:b c="d">'.repeat(depth) + '</a:b>'.repeat(depth)

it('XMP is too complex if it has many more levels or elements than real programs write', () => {
  const elements = '<a/>'.repeat(1000) + '<b>1</b>'.repeat(1000) + createNestedXml(20)
  const ordinaryPacket = `<?xpacket begin=""?><!-- a --><x>${elements}</x>`
  for (const text of ['', ordinaryPacket, '<a', 'no XML']) expect(isXmpTooComplex(Buffer.from(text))).toBe(false)
  expect(isXmpTooComplex(undefined)).toBe(false)
  expect(isXmpTooComplex(Buffer.from(createNestedXml(100)))).toBe(true)
  expect(isXmpTooComplex(Buffer.from(createNestedXml(100), 'utf16le'))).toBe(true)
  expect(isXmpTooComplex(Buffer.from('<a>'.repeat(100)))).toBe(true)
  expect(isXmpTooComplex(Buffer.from('<a/>'.repeat(60_000)))).toBe(true)
})

describe('metadata that would take ExifTool seconds is detected, and ordinary metadata is accepted', () => {
  const picture = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#276' } })
  const inPng = async (...chunks: Buffer[]) => {
    const png = await picture().png().toBuffer()
    return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])
  }
  const zTXt = (content: Buffer, name = 'Comment') =>
    createPngChunk('zTXt', Buffer.concat([Buffer.from(`${name}\0\0`), content]))
  const iTXt = (content: Buffer) =>
    createPngChunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0en\0\0'), content]))
  const inJpeg = async (xmp: string) => {
    const name = Buffer.from(`http://ns.adobe.com/xmp/extension/\0${'A'.repeat(32)}\0\0\0\0\0\0\0\0`, 'latin1')
    const jpeg = await picture().jpeg().toBuffer()
    const part = createJpegSegment(0xe1, Buffer.concat([name, Buffer.from(xmp)]))
    return Buffer.concat([jpeg.subarray(0, 2), part, jpeg.subarray(2)])
  }
  const inAvif = async (content: Buffer, encoding: string, extents = 1) =>
    withXmpItem(await picture().avif().toBuffer(), content, encoding, extents)
  const compressText = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1e6, 'x'))
  const deepXmp = Buffer.from(createNestedXml(100))
  const hex = Buffer.from(`\nxmp\n   ${deepXmp.length}\n${deepXmp.toString('hex').replaceAll(/.{72}/g, '$&\n')}\n`)

  const cases: [what: string, type: ImageType, isFound: boolean, file: () => Promise<Buffer>][] = [
    ['a large zTXt', 'png', true, () => inPng(zTXt(compressText(9)))],
    ['many zTXt with a large total size', 'png', true, () => inPng(...Array(5).fill(zTXt(compressText(2))))],
    ['a large zTXt that is damaged', 'png', true, () => inPng(zTXt(compressText(9).subarray(0, -4)))],
    ['a large iTXt', 'png', true, () => inPng(iTXt(compressText(9)))],
    ['a large profile', 'png', true, () => inPng(createIccChunk(Buffer.alloc(9e6)))],
    [
      'a large compressed EXIF',
      'png',
      true,
      () => inPng(createPngChunk('zxIf', Buffer.concat([Buffer.of(0), encodeUint32(9e6), compressText(9)]))),
    ],
    [
      'a large text after the picture',
      'png',
      true,
      async () => {
        const png = await picture().png().toBuffer()
        return Buffer.concat([png.subarray(0, -12), zTXt(compressText(9)), png.subarray(-12)])
      },
    ],
    ['compressed XMP of many levels', 'png', true, () => inPng(iTXt(deflateSync(deepXmp)))],
    [
      'XMP of many levels in hexadecimal digits',
      'png',
      true,
      () => inPng(zTXt(deflateSync(hex), 'Raw profile type xmp')),
    ],
    ['extended XMP of many levels', 'jpeg', true, () => inJpeg(createNestedXml(100))],
    ['a large compressed item', 'avif', true, () => inAvif(compressText(9), 'deflate')],
    ['a compressed item of many levels', 'avif', true, () => inAvif(deflateSync(deepXmp), 'deflate')],
    ['an item that repeats its bytes', 'avif', true, () => inAvif(Buffer.from(createNestedXml(10)), '', 100)],
    ['no metadata', 'png', false, () => inPng()],
    [
      'texts and a profile of some MB',
      'png',
      false,
      () => inPng(iTXt(compressText(2)), zTXt(compressText(2)), createIccChunk(Buffer.alloc(2e6, '<a>'))),
    ],
    [
      'a damaged profile of an ordinary size',
      'png',
      false,
      () => inPng(createPngChunk('iCCP', Buffer.alloc(3000, 'a\0\0'))),
    ],
    ['extended XMP', 'jpeg', false, () => inJpeg(createNestedXml(10))],
    ['a compressed item', 'avif', false, () => inAvif(deflateSync(Buffer.from(createNestedXml(10))), 'deflate')],
    ['an item that is not compressed', 'avif', false, () => inAvif(Buffer.from(createNestedXml(10)), '')],
  ]
  const folder = mkdtempSync(join(tmpdir(), 'daymark-metadata-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  it.each(cases)('%s (%s): %s', async (what, type, isFound, file) => {
    const path = join(folder, what)
    writeFileSync(path, await file())
    expect(await isMetadataExpensive({ path, type })).toBe(isFound)
  })

  it('detects EXIF that claims large values for thousands of entries', async () => {
    const entries = Buffer.concat(Array<Buffer>(2000).fill(Buffer.from('000102000000e8000000000a', 'hex')))
    const exif = Buffer.concat([Buffer.from('II*\0\b\0\0\0', 'latin1'), Buffer.of(2000 & 255, 2000 >> 8), entries])
    expect(await isMetadataExpensive({ path: '', type: 'webp' }, { exif })).toBe(true)
    expect(
      await isMetadataExpensive(
        { path: '', type: 'webp' },
        { exif: Buffer.from('II*\0\b\0\0\0\0\0\0\0\0\0', 'latin1') },
      ),
    ).toBe(false)
  })
})
