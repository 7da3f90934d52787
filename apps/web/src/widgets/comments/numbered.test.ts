import { numberedThreads } from './numbered.ts'

it('rule 107 only threads with a point on the photo have a number, in the order in which they began', () => {
  const point = { x: 0.5, y: 0.5 }
  const threads = [
    { id: 'a', point },
    { id: 'b', point: null },
    { id: 'c', point },
  ]
  expect([...numberedThreads(threads)]).toEqual([
    ['a', 1],
    ['c', 2],
  ])
})
