import { readGesture } from './use-stage-pointers.ts'

const start = { x: 200, y: 300, time: 1000 }
/** Returns the gesture of a finger that moved by `dx` and `dy` px within `ms`. */
const gestureOfMove = (dx: number, dy = 0, ms = 120) =>
  readGesture(start, { x: 200 + dx, y: 300 + dy, time: 1000 + ms })

describe('touch gestures', () => {
  it('L-VAL-15 a swipe counts only beyond 50 px', () => {
    expect(gestureOfMove(-51)).toBe('next')
    expect(gestureOfMove(51)).toBe('previous')
    expect(gestureOfMove(-50)).toBe('none')
    expect(gestureOfMove(50)).toBe('none')
  })

  it('L-VAL-15 a mostly vertical movement is scrolling, not a swipe', () => {
    expect(gestureOfMove(60, 90)).toBe('none')
  })

  it('L-VAL-15 a tap is under 10 px and under 300 ms', () => {
    expect(gestureOfMove(9, 0, 299)).toBe('tap')
    expect(gestureOfMove(10, 0, 299)).toBe('none')
    expect(gestureOfMove(0, 0, 300)).toBe('none')
  })
})
