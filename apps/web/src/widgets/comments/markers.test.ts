import { numberThreads } from './markers.tsx'

it('rule 107 only threads with a point on the photo are numbered, in the order of their creation', () => {
  const point = { x: 0.5, y: 0.5 }
  const threads = [
    { id: 'a', point },
    { id: 'b', point: null },
    { id: 'c', point },
  ]
  expect([...numberThreads(threads)]).toEqual([
    ['a', 1],
    ['c', 2],
  ])
})
