import { sectionsWithCounts } from './gallery-layout.ts'

it('rule 116: a photo counts in the last section that starts before it, and sections without photos are omitted', () => {
  const section = (id: string, position: number) => ({ id, name: id, position })
  const sections = [section('a', 2), section('empty', 4), section('b', 5), section('last', 9)]
  const photos = [1, 2, 3, 5, 8].map(position => ({ position }))
  expect(sectionsWithCounts(sections, photos)).toEqual([
    { id: 'a', name: 'a', photoCount: 2 },
    { id: 'b', name: 'b', photoCount: 2 },
  ])
  expect(sectionsWithCounts(sections, [])).toEqual([])
  expect(sectionsWithCounts([], photos)).toEqual([])
})
