import { ExportNames } from './export-names.ts'

const album = (id: string, title: string, isFavorites = false) => ({ id, title, isFavorites })
const photo = (name: string, albums: string[] = [], takenAt: string | null = null) => ({
  name,
  takenAt,
  uploadedAt: '2026-03-01T00:00:00.000Z',
  albums: albums.map(id => ({ id, position: 1 })),
})
const pathOf = (names: ExportNames, ...args: Parameters<typeof photo>) => {
  const { stem, extension } = names.assignPath(photo(...args))
  return `${stem}${extension}`
}

it('rule 84: a photo is placed in its first album except Favorites, else in a folder of its year', () => {
  const names = new ExportNames([
    album('f', 'Favorites', true),
    album('a', 'Trip'),
    album('b', 'TRIP'),
    album('c', '../x'),
  ])
  expect(pathOf(names, 'a.jpg', ['b', 'a', 'f'])).toBe('Albums/TRIP (2)/a.jpg')
  expect(pathOf(names, 'a.jpg', ['a'])).toBe('Albums/Trip/a.jpg')
  expect(pathOf(names, 'a.jpg', ['f'], '2019-12-31T23:00:00.000Z')).toBe('Photos/2019/a.jpg')
  expect(pathOf(names, 'a.jpg')).toBe('Photos/2026/a.jpg')
  expect(pathOf(names, 'a.jpg', ['c'])).toBe('Albums/_x/a.jpg')
})

it('rule 84: file names in a folder differ before the extension, because sidecars share that name', () => {
  const names = new ExportNames([])
  const given = ['IMG_1.JPG', 'IMG_1.CR2', 'img_1.jpg', 'IMG_1 (2).jpg', 'noext', 'noext', '../../etc/passwd']
  expect(given.map(name => pathOf(names, name).slice('Photos/2026/'.length))).toEqual([
    'IMG_1.JPG',
    'IMG_1 (2).CR2',
    'img_1 (3).jpg',
    'IMG_1 (2) (2).jpg',
    'noext',
    'noext (2)',
    '_.._etc_passwd',
  ])
})

it('rule 117: a photo is placed in the folder of its section and never has the name of a section', () => {
  const section = (name: string, position: number) => ({ id: name, name, position })
  const sections = [section('Ceremony', 2), section('ceremony', 3), section('../x', 4)]
  const names = new ExportNames([{ ...album('a', 'Trip'), sections }])
  const at = (position: number, name = 'a.jpg') => {
    const { stem, extension } = names.assignPath({ ...photo(name), albums: [{ id: 'a', position }] })
    return `${stem}${extension}`
  }
  expect([1, 2, 2.5, 3, 4].map(position => at(position))).toEqual([
    'Albums/Trip/a.jpg',
    'Albums/Trip/Ceremony/a.jpg',
    'Albums/Trip/Ceremony/a (2).jpg',
    'Albums/Trip/ceremony (2)/a.jpg',
    'Albums/Trip/_x/a.jpg',
  ])
  expect(at(1, 'Ceremony')).toBe('Albums/Trip/Ceremony (3)')
})
