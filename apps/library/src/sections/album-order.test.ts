import { randomUUID } from 'node:crypto'
import {
  appendOmittedPhotos,
  mergeHeadings,
  movePhotos,
  moveSection,
  joinSections,
  splitIntoSections,
  applyRequestedOrder,
} from './album-order.ts'

const headings = new Set(['A', 'B'])
const order = ['1', 'A', '2', '3', 'B', '4']
const parts = () => splitIntoSections(order, headings)

describe('photos and headings of an album', () => {
  it('rule 114: form one order, in which a heading precedes the photo at its position', () => {
    const at = (id: string, position: number) => ({ id, position })
    const all = mergeHeadings([at('1', 1), at('2', 2), at('3', 3)], [at('A', 2), at('B', 9)])
    expect(all.map(({ id }) => id)).toEqual(['1', 'A', '2', '3', 'B'])
    expect(parts().map(({ heading, photos }) => [heading, ...photos])).toEqual([
      [null, '1'],
      ['A', '2', '3'],
      ['B', '4'],
    ])
    expect(joinSections(parts())).toEqual(order)
  })
  it('rule 115: photos move to the end of a section in their present order; photos of the section stay', () => {
    expect(joinSections(movePhotos(parts(), 'A', new Set(['4', '1', '2'])))).toEqual(['A', '2', '3', '1', '4', 'B'])
    expect(joinSections(movePhotos(parts(), null, new Set(['3'])))).toEqual(['1', '3', 'A', '2', 'B', '4'])
  })
  it('rule 115: a section moves with its photos, at most to an end', () => {
    expect(joinSections(moveSection(parts(), 'B', 0))).toEqual(['1', 'B', '4', 'A', '2', '3'])
    expect(joinSections(moveSection(parts(), 'A', 49))).toEqual(['1', 'B', '4', 'A', '2', '3'])
  })
})

const ids = Array.from({ length: 6 }, () => randomUUID())
const [a, b, c, d, one, two] = ids as [string, string, string, string, string, string]
const current = [a, one, b, c, two, d]
const asked = (wanted: string[], headings = [one, two]) => applyRequestedOrder(current, new Set(headings), wanted)

describe('a requested order', () => {
  it('rule 115: without headings, photos stay in their sections', () => {
    expect(asked([d, c, b, a])).toEqual([a, one, c, b, two, d])
    expect(asked([c])).toEqual([a, one, c, b, two, d])
  })
  it('rule 115: with all headings, the order is saved as requested and omitted photos follow', () => {
    expect(asked([two, c, one])).toEqual([two, c, one, a, b, d])
  })
  it('rule 115: sections that the client does not know stay intact', () => {
    expect(asked([d, c, one, b, a])).toEqual([a, one, c, b, two, d])
  })
  it('rule 23: photos that the request omits follow in their present order', () => {
    expect(appendOmittedPhotos([a, b, c], [c, a, b])).toEqual([c, a, b])
    expect(appendOmittedPhotos([a, b, c, d], [d, b])).toEqual([d, b, a, c])
  })
  it('rule 23: a repeated id counts once, in upper and lower case', () =>
    expect(appendOmittedPhotos([a, b], [b.toUpperCase(), b, a])).toEqual([b, a]))
  it('rule 23: rejects ids that are not in the album', () => {
    expect(() => asked([a, randomUUID()])).toThrow('order: One of the photos is not in this album.')
    expect(() => asked([one, 'x'])).toThrow('order: One of the photos is not in this album.')
    expect(() => appendOmittedPhotos([a, b], [a, c])).toThrow('order: One of the photos is not in this album.')
    expect(() => appendOmittedPhotos([a, b], [a, 'nonsense'])).toThrow('order: One of the photos is not in this album.')
  })
})
