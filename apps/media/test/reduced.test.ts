import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fixture, withFixtures } from '@daymark/testing'
import sharp, { type Sharp } from 'sharp'
import { startDecoders, type Decoders } from './decoders.ts'

let decoders: Decoders
let folder = ''
beforeAll(async () => {
  decoders = await startDecoders()
  // A name that libvips would take for options, if it looked at more than the end.
  folder = join(decoders.folder, 'of[shrink=8]')
  mkdirSync(folder)
})
afterAll(() => decoders.close())

const pixels = (image: Sharp): Promise<Buffer> => image.removeAlpha().raw().toBuffer()
// Millions of them: a function for each takes seconds, and so does looking up a global name, which jest has a hand in.
const { abs } = Math
const { NaN: none } = Number
function meanOf(one: Buffer, other: Buffer): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += abs((one[at] ?? 0) - (other[at] ?? none))
  return sum / one.length
}

withFixtures('a JPEG that its decoder makes smaller', () => {
  it.each([
    // by 2, by 4 and by 8; odd edges, which a decoder rounds up
    { width: 5999, height: 1501, orientation: 1, expected: [2560, 641] },
    { width: 5121, height: 1303, orientation: 6, expected: [651, 2560] },
    { width: 10_301, height: 2603, orientation: 1, expected: [2560, 647] },
    { width: 20_501, height: 5203, orientation: 3, expected: [2560, 650] },
    // longer than 4:1, a quarter across
    { width: 13_001, height: 1303, orientation: 6, expected: [640, 6386] },
  ])(
    'L-MKT-05 $width x $height, turned $orientation, has the size and the picture of one that was decoded in full',
    async ({ width, height, orientation, expected }) => {
      const path = join(folder, `${width}.jpg`)
      await sharp(fixture('jpeg/24mp-craft-beer.jpg'))
        .resize({ width, height, fit: 'cover' })
        .withMetadata({ orientation })
        .jpeg({ quality: 90 })
        .toFile(path)
      const outcome = await decoders.outcome(path)
      if (outcome?.kind !== 'done') throw new Error(JSON.stringify(outcome))
      const { lg } = outcome.facts.variants
      expect([lg.width, lg.height]).toEqual(expected)
      const drawn = await pixels(sharp(lg.path))
      const toBuffer = await sharp(path).autoOrient().raw().toBuffer({ resolveWithObject: true })
      const { width: across, height: down } = toBuffer.info
      const expectedPixels = (moved: number) =>
        pixels(
          sharp(toBuffer.data, { raw: { width: across, height: down, channels: 3 } })
            .extract({ left: moved, top: 0, width: across - moved, height: down })
            .resize({ width: lg.width, height: lg.height, fit: 'fill' }),
        )
      const difference = meanOf(drawn, await expectedPixels(0))
      expect(difference).toBeLessThan(3)
      // moved by two pixels of the large variant it would be further away
      expect(meanOf(drawn, await expectedPixels(Math.ceil((across / lg.width) * 2)))).toBeGreaterThan(difference)
    },
  )
})
