import { withFixtures, setUp } from '@daymark/testing'
import { readIndex, startDecoders } from './decoders.ts'
import { computeBlockMeans, greatestDifference } from './pictures.ts'

/** Decoders as on a machine without the optional programs. */
const bare = setUp(() => startDecoders({ tools: { perl: null, dcraw: null, prlimit: null }, size: 1 }))
const full = setUp(() => startDecoders({ size: 1 }))

withFixtures('without perl, dcraw_emu and prlimit', () => {
  it('L-FMT-09: RAW files show the same embedded preview, upright', async () => {
    const rows = readIndex().filter(({ file }) => file.startsWith('raw-built/'))
    expect(rows.length).toBe(13)
    for (const { file } of rows) {
      const [one, other] = [await bare.decodePhoto(file), await full.decodePhoto(file)]
      expect([file, one.variants.lg]).toMatchObject([
        file,
        { width: other.variants.lg.width, height: other.variants.lg.height },
      ])
      const difference = greatestDifference(
        await computeBlockMeans(one.variants.sm.path),
        await computeBlockMeans(other.variants.sm.path),
      )
      expect([file, difference < 1]).toEqual([file, true])
    }
  })

  it('L-FMT-09: a RAW file with only a thumbnail shows the thumbnail', async () => {
    expect((await bare.decodePhoto('raw/sony-zv-e10-first100k.arw')).variants.lg).toMatchObject({
      width: 120,
      height: 160,
    })
  })

  it('a RAW file without a preview fails with a reason, and its original stays', async () => {
    await expect(bare.decodePhoto('raw/olympus-first128b.orf')).rejects.toThrow(
      'No preview could be created from this RAW file. The original is stored.',
    )
  })

  it('L-LB-15: RAW files have the fields that EXIF contains', async () => {
    expect((await bare.decodePhoto('raw-built/nikon-d70.nef')).exif).toMatchObject({
      model: 'NIKON D70',
      exposureTime: '1/20',
    })
  })

  it('photos of other formats are decoded without damage', async () => {
    for (const file of [
      'jpeg/Nikon_D90.jpg',
      'heic/collection.heic',
      'png/exif-gps.png',
      'tiff/1bit.tif',
      'bmp/g-pal1.bmp',
    ])
      expect((await bare.decodePhoto(file)).damage).toBeNull()
  })
})
