import { prefetchIndexes, wrapIndex } from './use-viewer.ts'

describe('position in the lightbox', () => {
  it('L-LB-06 L-STATE-06 S-PUB-12 wraps at both ends', () => {
    expect(wrapIndex(-1, 5)).toBe(4)
    expect(wrapIndex(5, 5)).toBe(0)
    expect(wrapIndex(3, 5)).toBe(3)
    expect(wrapIndex(1, 0)).toBe(0)
  })

  it('L-LB-22 prefetches from 2 before to 3 after, nearest first', () => {
    expect(prefetchIndexes(10, 50)).toEqual([11, 9, 12, 8, 13])
  })

  it('L-LB-22 wraps, and fetches no photo twice in a small album', () => {
    expect(prefetchIndexes(0, 50)).toEqual([1, 49, 2, 48, 3])
    expect(prefetchIndexes(0, 3)).toEqual([1, 2])
    expect(prefetchIndexes(0, 1)).toEqual([])
  })
})
