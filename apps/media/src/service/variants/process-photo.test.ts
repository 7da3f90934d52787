import { VARIANT_LONG_EDGE, VARIANT_SIZES, variantEdge } from '@daymark/contracts'
import { orientationOf } from './process-photo.subscriber.ts'
import { LONG_EDGE, variantEdge as decoderVariantEdge } from '../../shared/sizes.ts'

it('L-ENT-06: a photo is portrait, landscape, or square within 1 %', () => {
  expect(orientationOf(4000, 3000)).toBe('landscape')
  expect(orientationOf(3000, 4000)).toBe('portrait')
  expect(orientationOf(1000, 1000)).toBe('square')
  expect(orientationOf(1000, 990)).toBe('square')
  expect(orientationOf(990, 1000)).toBe('square')
  expect(orientationOf(1000, 989)).toBe('landscape')
  expect(orientationOf(989, 1000)).toBe('portrait')
  expect(orientationOf(1, 1)).toBe('square')
})

it('L-MKT-05: decoding processes use the sizes of the contract', () => {
  expect(LONG_EDGE).toEqual(VARIANT_LONG_EDGE)
  for (const size of VARIANT_SIZES)
    for (const [width, height] of [
      [3000, 2000],
      [4000, 1000],
      [1080, 15_000],
      [600, 12_000],
      [100, 50_000],
    ] as const)
      expect(decoderVariantEdge(size, { width, height })).toBe(variantEdge(size, { width, height }))
})

it('L-MKT-05: the short edge of a variant is at least a quarter of its size, also for longer pictures', () => {
  expect(decoderVariantEdge('sm', { width: 4000, height: 1000 })).toBe(480)
  expect(decoderVariantEdge('sm', { width: 1080, height: 15_000 })).toBe(1667)
  expect(decoderVariantEdge('lg', { width: 12_000, height: 600 })).toBe(12_800)
  expect(decoderVariantEdge('lg', { width: 100, height: 50_000 })).toBe(16_000)
})
