import { images } from '../../../../test/fake-api.ts'
import { orderOf, partsOf } from '../../../domain/albums/album-parts.ts'
import { reversedOrder, withOrder } from './other-orders.ts'

const photos = images(4)
const section = (id: string) => ({ id, name: id, image_count: 0 })
const album = {
  images: photos.map((photo, n) => ({ ...photo, section_id: [null, 'a', 'a', 'b'][n] ?? null })),
  sections: [section('a'), section('b'), section('empty')],
}

describe('an album with sections', () => {
  it('rule 115 photos and headings have one order', () => {
    expect(orderOf(album)).toEqual(['1', 'a', '2', '3', 'b', '4', 'empty'])
    expect(orderOf({ images: photos, sections: [] })).toEqual(['1', '2', '3', '4'])
  })
  it('rule 115 is reversed within its sections', () => {
    expect(reversedOrder(album)).toEqual(['1', 'a', '3', '2', 'b', '4', 'empty'])
  })
  it('rule 115 a photo moved behind another heading belongs to that section, and headings can be moved', () => {
    const moved = withOrder(album, ['b', '4', '2', 'a', '1', '3', 'empty'])
    expect(partsOf(moved).map(part => [part.section?.id, part.photos.map(({ id }) => id)])).toEqual([
      [undefined, []],
      ['b', ['4', '2']],
      ['a', ['1', '3']],
      ['empty', []],
    ])
  })
})
