import { photoName, variantFor, variantUrl } from './photo.ts'

it('a photo is called by its title, else by the name of its file', () => {
  expect(photoName({ title: 'Harbour', original_filename: 'DSC_1.NEF' })).toBe('Harbour')
  expect(photoName({ title: '', original_filename: 'DSC_1.NEF' })).toBe('DSC_1.NEF')
})

it.each([
  [360, 240, 1, 'sm'],
  [360, 240, 2, 'md'],
  [180, 120, 3, 'sm'],
  [900, 600, 1, 'md'],
  [900, 600, 2, 'lg'],
])('a box of %i × %i at density %i takes the variant %s', (width, height, density, size) => {
  expect(variantFor(width, height, density)).toBe(size)
})

it('the three variants lie side by side, whatever follows the name', () => {
  const photo = { url: '/media/variants/lg/a-1.jpg?v=2', thumbnail_url: '/media/variants/sm/a-1.jpg?v=2' }
  expect(variantUrl(photo, 'sm')).toBe('/media/variants/sm/a-1.jpg?v=2')
  expect(variantUrl(photo, 'md')).toBe('/media/variants/md/a-1.jpg?v=2')
  expect(variantUrl(photo, 'lg')).toBe('/media/variants/lg/a-1.jpg?v=2')
})
