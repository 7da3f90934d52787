import { withFixtures, setUp } from '@daymark/testing'
import { startDecoders } from './decoders.ts'
import { computeBlockMeans, meanDifference } from './pictures.ts'

const decoders = setUp(startDecoders)

withFixtures('orientation', () => {
  const series: [string, number[], number, number][] = [
    ['Landscape', [0, 1, 2, 3, 4, 5, 6, 7, 8], 1800, 1200],
    ['Portrait', [1, 2, 3, 4, 5, 6, 7, 8], 1200, 1800],
  ]
  it.each(series)(
    'L-ENT-05 %s: photos of all orientations are shown upright and look the same, in every size',
    async (name, numbers, width, height) => {
      const photos = await Promise.all(numbers.map(number => decoders.decodePhoto(`orientation/${name}_${number}.jpg`)))
      for (const photo of photos) expect(photo).toMatchObject({ width, height, damage: null })
      for (const size of ['sm', 'md', 'lg'] as const) {
        const grids = await Promise.all(photos.map(({ variants }) => computeBlockMeans(variants[size].path, 12)))
        const upright = grids[numbers.indexOf(1)] ?? []
        for (const [at, grid] of grids.entries()) {
          const difference = meanDifference(grid, upright)
          expect([size, numbers[at], difference < 4]).toEqual([size, numbers[at], true])
        }
      }
    },
  )

  it('the comparison detects a rotated or mirrored picture', async () => {
    const { variants } = await decoders.decodePhoto('orientation/Landscape_1.jpg')
    const { default: sharp } = await import('sharp')
    const upright = await computeBlockMeans(variants.sm.path, 12)
    for (const wrong of [
      sharp(variants.sm.path).flop(),
      sharp(variants.sm.path).flip(),
      sharp(variants.sm.path).rotate(180),
    ]) {
      const path = `${variants.sm.path}.wrong.png`
      await wrong.png().toFile(path)
      expect(meanDifference(await computeBlockMeans(path, 12), upright)).toBeGreaterThan(10)
    }
  })
})
