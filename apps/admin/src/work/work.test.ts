import { estimateSecondsLeft } from './work.handlers.ts'

it.each([
  [0, 0, 0],
  [0, null, 0],
  [30, 60, 30],
  [1, 0.2, 300],
  [5, 0, null],
  [5, null, null],
  [null, 60, null],
])('%p photos at %p a minute take %p seconds', (unfinished, perMinute, seconds) => {
  expect(estimateSecondsLeft(unfinished, perMinute)).toBe(seconds)
})
