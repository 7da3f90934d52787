import { image } from '../../../test/fake-api.ts'
import { matchFiles } from './match-files.ts'

const photo = (original_filename: string) => image({ id: original_filename, original_filename })
const files = (...names: string[]) => names.map(name => new File(['x'], name))
const matchNames = (photos: string[], ...names: string[]) => {
  const { matched, suggested, ambiguous, unmatched } = matchFiles(photos.map(photo), files(...names))
  const pairs = (all: typeof matched) => all.map(pair => `${pair.photo.original_filename} ← ${pair.file.name}`)
  return {
    matched: pairs(matched),
    suggested: pairs(suggested),
    ambiguous: ambiguous.map(({ name }) => name),
    unmatched: unmatched.map(({ name }) => name),
  }
}
const NO_MATCHES = { matched: [], suggested: [], ambiguous: [], unmatched: [] }

it('rule 112 a file matches the photo of the same name, regardless of letter case and type', () => {
  expect(matchNames(['IMG_1.CR3', 'Ümit.jpg', 'b.jpg'], 'img_1.jpg', 'U\u0308mit.TIF', 'b.jpg')).toEqual({
    ...NO_MATCHES,
    matched: ['IMG_1.CR3 ← img_1.jpg', 'Ümit.jpg ← U\u0308mit.TIF', 'b.jpg ← b.jpg'],
  })
})

it('rule 112 names shared by several photos or files are ambiguous', () => {
  expect(matchNames(['a.jpg', 'A.jpg', 'b.jpg'], 'a.jpg', 'b.jpg', 'b.tif')).toEqual({
    ...NO_MATCHES,
    ambiguous: ['a.jpg', 'b.jpg', 'b.tif'],
  })
})

it.each(['IMG_1-Edit', 'IMG_1_edited', 'IMG_1-2', 'IMG_1 (3)', 'IMG_1-Edit-2', 'IMG_1 retouched', 'IMG_1_v2'])(
  'rule 112 %s is only suggested for IMG_1',
  name => {
    const suggested = [`IMG_1.CR3 ← ${name}.jpg`]
    expect(matchNames(['IMG_1.CR3'], `${name}.jpg`)).toEqual({ ...NO_MATCHES, suggested })
  },
)

it('rule 112 a photo or file with another match gets no suggestion', () => {
  expect(matchNames(['IMG_1.CR3'], 'IMG_1.jpg', 'IMG_1-Edit.jpg')).toEqual({
    ...NO_MATCHES,
    matched: ['IMG_1.CR3 ← IMG_1.jpg'],
    ambiguous: ['IMG_1-Edit.jpg'],
  })
  expect(matchNames(['IMG_1.CR3'], 'IMG_1-Edit.jpg', 'IMG_1-2.jpg')).toEqual({
    ...NO_MATCHES,
    ambiguous: ['IMG_1-Edit.jpg', 'IMG_1-2.jpg'],
  })
})

it('rule 112 an exact name takes precedence over a name without its suffix', () => {
  expect(matchNames(['IMG_1.jpg', 'IMG_1-2.jpg'], 'IMG_1-2.tif', 'other.jpg', '-2.jpg')).toEqual({
    ...NO_MATCHES,
    matched: ['IMG_1-2.jpg ← IMG_1-2.tif'],
    unmatched: ['other.jpg', '-2.jpg'],
  })
})
