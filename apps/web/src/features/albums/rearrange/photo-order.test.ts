import { images } from '../../../../test/fake-api.ts'
import { orderedIdsOf, splitIntoParts } from '../../../domain/albums/album-parts.ts'
import { moveItem } from '../../../lib/drag-order.ts'
import {
  applyOrder,
  parsePosition,
  restoreOrder,
  reverseSections,
  reverseItems,
  applyAlbumOrder,
} from './photo-order.ts'

const letters = ['a', 'b', 'c', 'd']

describe('order of an album', () => {
  it('L-AD-13 moves one item to a new position and keeps the others in order', () => {
    expect(moveItem(letters, 0, 2)).toEqual(['b', 'c', 'a', 'd'])
    expect(moveItem(letters, 3, 0)).toEqual(['d', 'a', 'b', 'c'])
    expect(moveItem(letters, 1, 1)).toEqual(letters)
    expect(moveItem(letters, 1, 99)).toEqual(['a', 'c', 'd', 'b'])
    expect(moveItem(letters, 9, 0)).toEqual(letters)
    expect(letters).toEqual(['a', 'b', 'c', 'd'])
  })

  it('L-AD-14 returns the items in reverse order and does not change the input', () => {
    expect(reverseItems(letters)).toEqual(['d', 'c', 'b', 'a'])
    expect(letters[0]).toBe('a')
  })

  it('L-AD-13 a position is a whole number between 1 and the number of photos', () => {
    expect(parsePosition(' 3 ', 4)).toBe(2)
    for (const wrong of ['0', '5', '', '1.5', '-1', 'first']) expect(parsePosition(wrong, 4)).toBeNull()
  })

  it('L-AD-13 photos added since come last, removed photos are skipped', () => {
    const photos = ['x', 'a', 'b'].map(id => ({ id }))
    expect(applyOrder(photos, ['b', 'gone', 'a']).map(photo => photo.id)).toEqual(['b', 'a', 'x'])
  })

  it('restored photos return to their old positions', () => {
    expect(restoreOrder(['b', 'd'], letters, new Set(['a', 'c']))).toEqual(letters)
    expect(restoreOrder([], letters, new Set(letters))).toEqual(letters)
    // at the end, where the server adds photos
    expect(restoreOrder(['d', 'b', 'c'], letters, new Set(['b', 'c']))).toEqual(['b', 'c', 'd'])
  })

  it('restored photos return behind their previous neighbor, and keep a new order of the others', () => {
    expect(restoreOrder(['new', 'd', 'a'], letters, new Set(['b']))).toEqual(['new', 'd', 'a', 'b'])
    expect(restoreOrder(['d', 'new'], letters, new Set(['a', 'c']))).toEqual(['a', 'c', 'd', 'new'])
  })
})

const photos = images(4)
const section = (id: string) => ({ id, name: id, image_count: 0 })
const album = {
  images: photos.map((photo, n) => ({ ...photo, section_id: [null, 'a', 'a', 'b'][n] ?? null })),
  sections: [section('a'), section('b'), section('empty')],
}

describe('an album with sections', () => {
  it('rule 115 photos and headings have one order', () => {
    expect(orderedIdsOf(album)).toEqual(['1', 'a', '2', '3', 'b', '4', 'empty'])
    expect(orderedIdsOf({ images: photos, sections: [] })).toEqual(['1', '2', '3', '4'])
  })
  it('rule 115 is reversed within its sections', () => {
    expect(reverseSections(album)).toEqual(['1', 'a', '3', '2', 'b', '4', 'empty'])
  })
  it('rule 115 a photo moved behind another heading belongs to that section, and headings can be moved', () => {
    const moved = applyAlbumOrder(album, ['b', '4', '2', 'a', '1', '3', 'empty'])
    expect(splitIntoParts(moved).map(part => [part.section?.id, part.photos.map(({ id }) => id)])).toEqual([
      [undefined, []],
      ['b', ['4', '2']],
      ['a', ['1', '3']],
      ['empty', []],
    ])
  })
})
