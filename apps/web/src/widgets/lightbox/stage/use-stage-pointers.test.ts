import { readGesture } from './use-stage-pointers.ts'

const start = { x: 200, y: 300, time: 1000 }
const to = (dx: number, dy = 0, ms = 120) => readGesture(start, { x: 200 + dx, y: 300 + dy, time: 1000 + ms })

describe('touch gestures', () => {
  it('L-VAL-15 a swipe counts only beyond 50 px', () => {
    expect(to(-51)).toBe('next')
    expect(to(51)).toBe('previous')
    expect(to(-50)).toBe('none')
    expect(to(50)).toBe('none')
  })

  it('L-VAL-15 a mostly vertical movement is scrolling, not a swipe', () => {
    expect(to(60, 90)).toBe('none')
  })

  it('L-VAL-15 a tap is under 10 px and under 300 ms', () => {
    expect(to(9, 0, 299)).toBe('tap')
    expect(to(10, 0, 299)).toBe('none')
    expect(to(0, 0, 300)).toBe('none')
  })
})
