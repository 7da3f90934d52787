import { VARIANT_LONG_EDGE } from '@daymark/contracts'
import { shapeOf } from './shape.ts'
import { LONG_EDGE } from '../../shared/sizes.ts'

it('L-ENT-06 a photo is portrait, landscape, or square within 1 %', () => {
  expect(shapeOf(4000, 3000)).toBe('landscape')
  expect(shapeOf(3000, 4000)).toBe('portrait')
  expect(shapeOf(1000, 1000)).toBe('square')
  expect(shapeOf(1000, 990)).toBe('square')
  expect(shapeOf(990, 1000)).toBe('square')
  expect(shapeOf(1000, 989)).toBe('landscape')
  expect(shapeOf(989, 1000)).toBe('portrait')
  expect(shapeOf(1, 1)).toBe('square')
})

it('L-MKT-05 decoding processes know the same sizes as the contract', () => {
  expect(LONG_EDGE).toEqual(VARIANT_LONG_EDGE)
})
