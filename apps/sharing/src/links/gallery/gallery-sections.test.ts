import { countedSections } from './gallery-sections.ts'

it('rule 116 a photo counts in the last heading that does not stand behind it; sections without photos are none', () => {
  const section = (id: string, position: number) => ({ id, name: id, position })
  const sections = [section('a', 2), section('empty', 4), section('b', 5), section('last', 9)]
  const photos = [1, 2, 3, 5, 8].map(position => ({ position }))
  expect(countedSections(sections, photos)).toEqual([
    { id: 'a', name: 'a', photoCount: 2 },
    { id: 'b', name: 'b', photoCount: 2 },
  ])
  expect(countedSections(sections, [])).toEqual([])
  expect(countedSections([], photos)).toEqual([])
})
