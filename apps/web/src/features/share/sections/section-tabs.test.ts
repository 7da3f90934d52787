import { gallery } from '../../../../test/fake-gallery.ts'
import { sectionsWithPhotos } from './section-tabs.tsx'

it('rule 116 sections follow each other, after the photos without a section', () => {
  const share = gallery({}, 5)
  const section = (id: string, image_count: number) => ({ id, name: id, image_count })
  share.album.sections = [section('a', 1), section('b', 2)]
  const ids = share.images.map(({ id }) => id)
  expect(sectionsWithPhotos(share).map(({ id, images }) => [id, images.map(image => image.id)])).toEqual([
    ['a', [ids[2]]],
    ['b', [ids[3], ids[4]]],
  ])
})
