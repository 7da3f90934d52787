import { photoName, tileRatio, chooseVariant, variantUrl } from './photo.ts'

it('the name of a photo is its title, or else its file name', () => {
  expect(photoName({ title: 'Harbor', original_filename: 'DSC_1.NEF' })).toBe('Harbor')
  expect(photoName({ title: '', original_filename: 'DSC_1.NEF' })).toBe('DSC_1.NEF')
})

it.each([
  [360, 240, 1, 'sm'],
  [360, 240, 2, 'md'],
  [180, 120, 3, 'sm'],
  [900, 600, 1, 'md'],
  [900, 600, 2, 'lg'],
])('a box of %i × %i at density %i uses the variant %s', (width, height, density, size) => {
  expect(chooseVariant({ width: 3000, height: 2000 }, { width, height }, density)).toBe(size)
})

it.each([
  ['a long screenshot', { width: 1080, height: 15_000 }, { width: 118, height: 236, density: 1 }, 'sm'],
  ['the same in a large row', { width: 1080, height: 15_000 }, { width: 280, height: 560, density: 1 }, 'md'],
  ['the same on a phone', { width: 1080, height: 15_000 }, { width: 180, height: 450, density: 3 }, 'lg'],
  ['a panorama', { width: 12_000, height: 600 }, { width: 390, height: 98, density: 1 }, 'sm'],
  ['one without a size', { width: null, height: null }, { width: 360, height: 240, density: 1 }, 'sm'],
])('%s that fills its box is sharp across', (_name, photo, box, size) => {
  expect(chooseVariant(photo, box, box.density)).toBe(size)
})

it('the tile of a strip shows a part of it, other tiles show the whole photo', () => {
  expect(tileRatio({ width: 1080, height: 15_000 })).toBe(0.4)
  expect(tileRatio({ width: 12_000, height: 600 })).toBe(4)
  expect(tileRatio({ width: 1170, height: 2532 })).toBe(1170 / 2532)
})

it('the three variants have sibling addresses, whatever follows the name', () => {
  const photo = { url: '/media/variants/lg/a-1.jpg?v=2', thumbnail_url: '/media/variants/sm/a-1.jpg?v=2' }
  expect(variantUrl(photo, 'sm')).toBe('/media/variants/sm/a-1.jpg?v=2')
  expect(variantUrl(photo, 'md')).toBe('/media/variants/md/a-1.jpg?v=2')
  expect(variantUrl(photo, 'lg')).toBe('/media/variants/lg/a-1.jpg?v=2')
})
