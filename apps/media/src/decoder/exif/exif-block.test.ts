import { isAdobeRgb, readExifBlock } from './exif-block.ts'

/** Creates a TIFF with one directory of 16-bit numbers. */
function createExifBlock(entries: [tag: number, value: number][]): Buffer {
  const body = Buffer.alloc(10 + entries.length * 12 + 4)
  body.write('II*\0\b\0\0\0', 'latin1')
  body.writeUInt16LE(entries.length, 8)
  entries.forEach(([tag, value], index) => {
    body.writeUInt16LE(tag, 10 + index * 12)
    body.writeUInt16LE(3, 12 + index * 12)
    body.writeUInt32LE(1, 14 + index * 12)
    body.writeUInt16LE(value, 18 + index * 12)
  })
  return body
}

describe('readExifBlock', () => {
  it('reads a block with and without its JPEG prefix', async () => {
    const orientation = createExifBlock([[0x112, 6]])
    expect(await readExifBlock(orientation)).toMatchObject({ Orientation: 6 })
    expect(await readExifBlock(Buffer.concat([Buffer.from('Exif\0\0'), orientation]))).toMatchObject({ Orientation: 6 })
  })

  it('detects the encoding of texts', async () => {
    const texts = [
      Buffer.from('\u00a9 M\u00fcller\0', 'latin1'),
      Buffer.from('© 山田\0'),
      Buffer.from([0x8e, 0x52, 0x93, 0x63, 0]),
    ]
    for (const [index, expected] of ['© Müller', '© 山田', '山田'].entries()) {
      const value = texts[index] ?? Buffer.of()
      const head = createExifBlock([[0x8298, 0]])
      head.writeUInt16LE(2, 12)
      head.writeUInt32LE(value.length, 14)
      head.writeUInt32LE(value.length > 4 ? head.length : 0, 18)
      if (value.length <= 4) head.set(value, 18)
      expect(await readExifBlock(Buffer.concat([head, value]))).toMatchObject({ Copyright: expected })
    }
  })

  it('reads nothing from a block that claims more values than a file can have', async () => {
    const oversizedBlock = createExifBlock(Array.from({ length: 900 }, (_, tag) => [tag, 0]))
    for (let at = 10; at < 10 + 900 * 12; at += 12) {
      oversizedBlock.writeUInt16LE(2, at + 2)
      oversizedBlock.writeUInt32LE(oversizedBlock.length, at + 4)
    }
    expect(await readExifBlock(oversizedBlock)).toEqual({})
    expect(await readExifBlock(createExifBlock(Array.from({ length: 1001 }, (_, tag) => [tag, 0])))).toEqual({})
  })

  it('returns an empty result for an unreadable block', async () => {
    const damaged = createExifBlock([[0x8769, 0xffff]])
    for (const bytes of [
      undefined,
      Buffer.alloc(0),
      Buffer.from('Exif\0\0'),
      Buffer.alloc(64, 0xff),
      damaged.subarray(0, 15),
    ])
      expect(Object.keys(await readExifBlock(bytes)).filter(name => name === 'Orientation')).toEqual([])
  })
})

describe('isAdobeRgb', () => {
  it('needs interoperability index R03 or color space 2; "uncalibrated" alone is sRGB', () => {
    expect(isAdobeRgb({ ColorSpace: 65535, InteropIndex: 'R03' })).toBe(true)
    expect(isAdobeRgb({ ColorSpace: 65535, InteropIndex: 'R03\0' })).toBe(true)
    expect(isAdobeRgb({ ColorSpace: 2 })).toBe(true)
    expect(isAdobeRgb({ ColorSpace: 65535 })).toBe(false)
    expect(isAdobeRgb({ ColorSpace: 65535, InteropIndex: 'THM' })).toBe(false)
    expect(isAdobeRgb({ ColorSpace: 65535, InteropIndex: 'R98' })).toBe(false)
    expect(isAdobeRgb({ ColorSpace: 1, InteropIndex: 'R98' })).toBe(false)
    expect(isAdobeRgb({})).toBe(false)
  })
})
