import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fixture, withFixtures, setUp } from '@daymark/testing'
import sharp from 'sharp'
import { getAdobeRgbProfile } from '../src/decoder/colors/icc/matrix-profile.ts'
import { startDecoders } from './decoders.ts'
import { computeBlockMeans, greatestDifference, meanDifference } from './pictures.ts'

const decoders = setUp(startDecoders)

type References = { files: Record<string, number[]> }
const references = JSON.parse(readFileSync(join(import.meta.dirname, 'color-references.json'), 'utf8')) as References
const reference = (file: string): number[] => references.files[file] ?? []
/**
 * Maximum difference of a sample, which is between 0 and 255. There is a difference, because the variants are JPEG files and the references
 * are not.
 */
const TOLERANCE = 2

async function decodeBlockMeans(path: string, side = 4): Promise<number[]> {
  const outcome = await decoders.decode(path)
  if (outcome?.kind !== 'done') throw new Error(JSON.stringify(outcome))
  return computeBlockMeans(outcome.photo.variants.lg.path, side)
}

withFixtures('colors', () => {
  it.each(Object.entries(references.files))(
    '%s has the same colors as in ImageMagick or in libvips with lcms',
    async (file, expected) => {
      const side = Math.sqrt(expected.length / 3)
      expect(greatestDifference(await decodeBlockMeans(fixture(file), side), expected)).toBeLessThanOrEqual(TOLERANCE)
    },
  )

  it('the comparison detects an ignored profile', async () => {
    for (const file of ['jpeg/Canon_EOS_7D.jpg', 'colour/display-p3-nikon-d3s.jpg', 'colour/xyb.jpg'] as const) {
      const withoutProfile = join(decoders.folder, 'without-profile.png')
      await sharp(fixture(file), { ignoreIcc: true }).png().toFile(withoutProfile)
      expect(greatestDifference(await computeBlockMeans(withoutProfile), reference(file))).toBeGreaterThan(4)
    }
  })

  it('a camera JPEG with Adobe RGB in EXIF only looks like the same picture with a profile', async () => {
    const numbers = await sharp(fixture('jpeg/Canon_EOS_7D.jpg'), { ignoreIcc: true }).jpeg({ quality: 95 }).toBuffer()
    const expected = reference('jpeg/Canon_EOS_7D.jpg')
    const tagged = join(decoders.folder, 'adobe.jpg')
    writeFileSync(tagged, withColorSpace(numbers, 0xffff, 'R03'))
    expect(greatestDifference(await decodeBlockMeans(tagged), expected)).toBeLessThanOrEqual(TOLERANCE)
    const srgb = join(decoders.folder, 'srgb.jpg')
    writeFileSync(srgb, withColorSpace(numbers, 1, 'R98'))
    expect(greatestDifference(await decodeBlockMeans(srgb), expected)).toBeGreaterThan(4)
  })

  it('pictures of 16 bits per channel keep their colors with and without a profile', async () => {
    const expected = reference('jpeg/Nikon_D90.jpg')
    const profile = join(decoders.folder, 'adobe.icc')
    writeFileSync(profile, getAdobeRgbProfile())
    const deep = sharp(fixture('jpeg/Nikon_D90.jpg')).resize(800).toColorspace('rgb16')
    const [plain, tagged] = [join(decoders.folder, 'deep.png'), join(decoders.folder, 'deep.tif')]
    await deep.clone().png().toFile(plain)
    await deep.clone().withIccProfile(profile).tiff({ compression: 'lzw' }).toFile(tagged)
    for (const [path, hasProfile] of [
      [plain, false],
      [tagged, true],
    ] as const) {
      expect(await sharp(path).metadata()).toMatchObject({ depth: 'ushort', hasProfile })
      expect([path, greatestDifference(await decodeBlockMeans(path), expected) <= TOLERANCE]).toEqual([path, true])
    }
  })

  it('CMYK with a profile has the same colors as in ImageMagick', async () => {
    const white = sharp(Buffer.alloc(3, 255), { raw: { width: 1, height: 1, channels: 3 } })
    const cmyk = await white.toColorspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer()
    const { icc } = await sharp(cmyk).metadata()
    // the expected colors are from ImageMagick: convert PATCH.tif -intent Relative -profile srgb.icc -depth 8 rgb:-
    const patches: [cmyk: number[], rgb: number[]][] = [
      [
        [0, 0, 0, 0],
        [255, 255, 255],
      ],
      [
        [255, 0, 0, 0],
        [0, 155, 228],
      ],
      [
        [0, 255, 0, 0],
        [233, 22, 133],
      ],
      [
        [60, 40, 20, 0],
        [184, 189, 207],
      ],
      [
        [90, 30, 60, 40],
        [140, 163, 161],
      ],
      [
        [30, 30, 30, 30],
        [195, 189, 189],
      ],
      [
        [10, 10, 80, 60],
        [189, 182, 146],
      ],
    ]
    for (const [ink, rgb] of patches) {
      const path = join(decoders.folder, `${ink.join('-')}.tif`)
      writeFileSync(path, cmykTiff(ink, icc ?? Buffer.alloc(0)))
      expect(await sharp(path).metadata()).toMatchObject({ space: 'cmyk', hasProfile: true })
      const firstBlock = (await decodeBlockMeans(path)).slice(0, 3)
      expect([ink, greatestDifference(firstBlock, rgb) <= TOLERANCE]).toEqual([ink, true])
    }
  })

  it('L-FMT-05: all BMP encodings of a picture look the same', async () => {
    const expected = await decodeBlockMeans(fixture('bmp/g-rgb24.bmp'))
    for (const name of ['rgb32bf', 'pal8', 'pal8rle', 'pal8topdown', 'rgb16-565', 'pal8os2']) {
      const difference = meanDifference(await decodeBlockMeans(fixture(`bmp/g-${name}.bmp`)), expected)
      expect([name, difference < 6]).toEqual([name, true])
    }
  })

  it('grayscale pictures of 8 and 16 bits keep their tones', async () => {
    const expected = await sharp(fixture('jpeg/no-exif.jpg')).toColorspace('b-w').png().toBuffer()
    for (const space of ['b-w', 'grey16']) {
      const path = join(decoders.folder, `${space}.png`)
      await sharp(expected).toColorspace(space).png().toFile(path)
      expect(await sharp(path).metadata()).toMatchObject({ depth: space === 'b-w' ? 'uchar' : 'ushort', channels: 1 })
      const difference = greatestDifference(await decodeBlockMeans(path), await computeBlockMeans(expected))
      expect(difference).toBeLessThanOrEqual(TOLERANCE)
    }
  })
})

const EDGE = 64
/** Returns a CMYK TIFF of 64 by 64 pixels in one color. */
function cmykTiff(ink: number[], icc: Buffer): Buffer {
  const iccAt = 200
  const dataAt = (iccAt + icc.length + 7) & ~7
  const entries = [
    [256, 4, 1, EDGE],
    [257, 4, 1, EDGE],
    [258, 3, 4, 180],
    [259, 3, 1, 1],
    [262, 3, 1, 5],
    [273, 4, 1, dataAt],
    [277, 3, 1, 4],
    [278, 4, 1, EDGE],
    [279, 4, 1, EDGE * EDGE * 4],
    [332, 3, 1, 1],
    [34675, 7, icc.length, iccAt],
  ]
  const head = Buffer.alloc(dataAt)
  head.write('II*\0\b\0\0\0', 'latin1')
  head.writeUInt16LE(entries.length, 8)
  entries.forEach((values, index) => writeEntry(head, 10 + index * 12, values))
  for (let channel = 0; channel < 4; channel++) head.writeUInt16LE(8, 180 + channel * 2)
  icc.copy(head, iccAt)
  return Buffer.concat([
    head,
    Buffer.from(
      Array<number[]>(EDGE * EDGE)
        .fill(ink)
        .flat(),
    ),
  ])
}

function writeEntry(tiff: Buffer, at: number, [tag, type, count, value]: number[]): void {
  tiff.writeUInt16LE(tag!, at)
  tiff.writeUInt16LE(type!, at + 2)
  tiff.writeUInt32LE(count!, at + 4)
  tiff.writeUInt32LE(value!, at + 8)
}

/** Puts an EXIF block with color space and interoperability index, as cameras write it, into a JPEG without one. */
function withColorSpace(jpeg: Buffer, colorSpace: number, index: string): Buffer {
  const tiff = Buffer.alloc(80)
  tiff.write('II*\0\b\0\0\0', 'latin1')
  tiff.writeUInt16LE(1, 8)
  writeEntry(tiff, 10, [0x8769, 4, 1, 26]) // EXIF directory
  tiff.writeUInt16LE(2, 26)
  writeEntry(tiff, 28, [0xa001, 3, 1, colorSpace])
  writeEntry(tiff, 40, [0xa005, 4, 1, 56]) // interoperability directory
  tiff.writeUInt16LE(1, 56)
  writeEntry(tiff, 58, [1, 2, 4, Buffer.from(`${index}\0`).readUInt32LE()])
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}
