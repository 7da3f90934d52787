import { isAdobeRgb, readExifBlock } from './exif-block.ts'

/** A TIFF with one directory of short numbers. */
function block(entries: [tag: number, value: number][]): Buffer {
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
    const orientation = block([[0x112, 6]])
    expect(await readExifBlock(orientation)).toMatchObject({ Orientation: 6 })
    expect(await readExifBlock(Buffer.concat([Buffer.from('Exif\0\0'), orientation]))).toMatchObject({ Orientation: 6 })
  })

  it('what cannot be read is empty, never an error', async () => {
    const damaged = block([[0x8769, 0xffff]])
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
  it('goes by interoperability and colour space as cameras write them', () => {
    expect(isAdobeRgb({ ColorSpace: 65535, InteropIndex: 'R03' })).toBe(true)
    expect(isAdobeRgb({ ColorSpace: 65535, InteropIndex: 'R03\0' })).toBe(true)
    expect(isAdobeRgb({ ColorSpace: 2 })).toBe(true)
    expect(isAdobeRgb({ ColorSpace: 65535 })).toBe(true)
    expect(isAdobeRgb({ ColorSpace: 65535, InteropIndex: 'R98' })).toBe(false)
    expect(isAdobeRgb({ ColorSpace: 1, InteropIndex: 'R98' })).toBe(false)
    expect(isAdobeRgb({})).toBe(false)
  })
})
