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
  it('rule 115 is one order of photos and headings', () => {
    expect(orderOf(album)).toEqual(['1', 'a', '2', '3', 'b', '4', 'empty'])
    expect(orderOf({ images: photos, sections: [] })).toEqual(['1', '2', '3', '4'])
  })
  it('rule 115 is reversed within its sections', () => {
    expect(reversedOrder(album)).toEqual(['1', 'a', '3', '2', 'b', '4', 'empty'])
  })
  it('rule 115 a photo that is put behind another heading is in that section, and headings move', () => {
    const moved = withOrder(album, ['b', '4', '2', 'a', '1', '3', 'empty'])
    expect(partsOf(moved).map(part => [part.section?.id, part.photos.map(({ id }) => id)])).toEqual([
      [undefined, []],
      ['b', ['4', '2']],
      ['a', ['1', '3']],
      ['empty', []],
    ])
  })
})
