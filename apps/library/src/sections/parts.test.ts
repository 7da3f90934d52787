import { merged, movedSection, movedTo, orderOf, partsOf } from './parts.ts'

const headings = new Set(['A', 'B'])
const order = ['1', 'A', '2', '3', 'B', '4']
const parts = () => partsOf(order, headings)

describe('photos and headings of an album', () => {
  it('rule 114 are one order, in which a heading comes before the photo at its place', () => {
    const at = (id: string, position: number) => ({ id, position })
    const all = merged([at('1', 1), at('2', 2), at('3', 3)], [at('A', 2), at('B', 9)])
    expect(all.map(({ id }) => id)).toEqual(['1', 'A', '2', '3', 'B'])
    expect(parts().map(({ heading, photos }) => [heading, ...photos])).toEqual([
      [null, '1'],
      ['A', '2', '3'],
      ['B', '4'],
    ])
    expect(orderOf(parts())).toEqual(order)
  })
  it('rule 115 photos go to the end of a section in the order they have; those that are in it stay', () => {
    expect(orderOf(movedTo(parts(), 'A', new Set(['4', '1', '2'])))).toEqual(['A', '2', '3', '1', '4', 'B'])
    expect(orderOf(movedTo(parts(), null, new Set(['3'])))).toEqual(['1', '3', 'A', '2', 'B', '4'])
  })
  it('rule 115 a section moves with its photos, to an end at most', () => {
    expect(orderOf(movedSection(parts(), 'B', 0))).toEqual(['1', 'B', '4', 'A', '2', '3'])
    expect(orderOf(movedSection(parts(), 'A', 49))).toEqual(['1', 'B', '4', 'A', '2', '3'])
  })
})
