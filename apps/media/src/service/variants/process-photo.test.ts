import { orientationOf } from './process-photo.subscriber.ts'

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
