import { variantEdge } from './limits.ts'

it('L-MKT-05: the short edge of a variant is at least a quarter of its size, also for longer pictures', () => {
  expect(variantEdge('sm', { width: 4000, height: 1000 })).toBe(480)
  expect(variantEdge('sm', { width: 1080, height: 15_000 })).toBe(1667)
  expect(variantEdge('lg', { width: 12_000, height: 600 })).toBe(12_800)
  expect(variantEdge('lg', { width: 100, height: 50_000 })).toBe(16_000)
})
