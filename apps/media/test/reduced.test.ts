import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fixture, withFixtures, setUp } from '@daymark/testing'
import sharp, { type Sharp } from 'sharp'
import { startDecoders } from './decoders.ts'

const decoders = setUp(startDecoders)
let folder = ''
beforeAll(() => {
  // libvips reads brackets at the end of a path as options; the brackets in this folder name are in the middle of the paths
  folder = join(decoders.folder, 'of[shrink=8]')
  mkdirSync(folder)
})

const readPixels = (image: Sharp): Promise<Buffer> => image.removeAlpha().raw().toBuffer()
// local names, because looking up a global name for millions of pixels takes seconds in jest
const { abs } = Math
const { NaN: none } = Number
function meanDifference(one: Buffer, other: Buffer): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += abs((one[at] ?? 0) - (other[at] ?? none))
  return sum / one.length
}

withFixtures('a JPEG that is reduced while it is decoded', () => {
  it.each([
    // the decoder reduces these by 2, by 4 and by 8; the edges are odd, because decoders round them up
    { width: 5999, height: 1501, orientation: 1, expected: [2560, 641] },
    { width: 5121, height: 1303, orientation: 6, expected: [651, 2560] },
    { width: 10_301, height: 2603, orientation: 1, expected: [2560, 647] },
    { width: 20_501, height: 5203, orientation: 3, expected: [2560, 650] },
    // longer than 4:1
    { width: 13_001, height: 1303, orientation: 6, expected: [640, 6386] },
  ])(
    'L-MKT-05 $width x $height, orientation $orientation: has the same size and picture as if it was decoded in full',
    async ({ width, height, orientation, expected }) => {
      const path = join(folder, `${width}.jpg`)
      await sharp(fixture('jpeg/24mp-craft-beer.jpg'))
        .resize({ width, height, fit: 'cover' })
        .withMetadata({ orientation })
        .jpeg({ quality: 90 })
        .toFile(path)
      const outcome = await decoders.decode(path)
      if (outcome?.kind !== 'done') throw new Error(JSON.stringify(outcome))
      const { lg } = outcome.photo.variants
      expect([lg.width, lg.height]).toEqual(expected)
      const actualPixels = await readPixels(sharp(lg.path))
      const upright = await sharp(path).autoOrient().raw().toBuffer({ resolveWithObject: true })
      const { width: across, height: down } = upright.info
      const expectedPixels = (shift: number) =>
        readPixels(
          sharp(upright.data, { raw: { width: across, height: down, channels: 3 } })
            .extract({ left: shift, top: 0, width: across - shift, height: down })
            .resize({ width: lg.width, height: lg.height, fit: 'fill' }),
        )
      const difference = meanDifference(actualPixels, await expectedPixels(0))
      expect(difference).toBeLessThan(3)
      // the difference grows if the expected picture is moved by two pixels of the large variant
      expect(meanDifference(actualPixels, await expectedPixels(Math.ceil((across / lg.width) * 2)))).toBeGreaterThan(
        difference,
      )
    },
  )
})
