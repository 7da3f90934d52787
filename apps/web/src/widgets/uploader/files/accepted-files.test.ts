import { ACCEPTED_TYPES, fileExtension, isAccepted, listFileKinds, sortFiles } from './accepted-files.ts'
import { storePath } from './dropped-folders.ts'

const file = (name: string, type = '') => new File(['x'], name, { type })

it.each('jpg jpeg png gif bmp webp cr2 cr3 nef arw dng raf orf rw2 srw x3f raw heic heif avif tiff tif'.split(' '))(
  'L-UPL-14 accepts .%s by its extension, in any case',
  extension => {
    expect(isAccepted(file(`IMG_1.${extension}`))).toBe(true)
    expect(isAccepted(file(`IMG_1.${extension.toUpperCase()}`))).toBe(true)
    expect(ACCEPTED_TYPES).toContain(`.${extension}`)
  },
)

it('L-UPL-14 accepts any other file whose type begins with image/', () => {
  expect(isAccepted(file('scan.jxl', 'image/jxl'))).toBe(true)
  expect(isAccepted(file('no-extension', 'image/png'))).toBe(true)
})

it.each(['movie.mp4', 'notes.txt', 'archive.jpg.zip', 'jpg', 'virus.exe'])('L-UPL-14 refuses %s', name => {
  expect(isAccepted(file(name, 'application/octet-stream'))).toBe(false)
})

it('splits files without changing their order', () => {
  const { accepted, rejected } = sortFiles([file('b.jpg'), file('x.txt'), file('a.nef'), file('y.pdf')])
  expect(accepted.map(({ name }) => name)).toEqual(['b.jpg', 'a.nef'])
  expect(rejected.map(({ name }) => name)).toEqual(['x.txt', 'y.pdf'])
})

it('an extension is the text after the last dot', () => {
  expect(['a.b.JPG', 'plain', '.hidden', 'dot.'].map(fileExtension)).toEqual(['jpg', '', 'hidden', ''])
})

describe('files from a folder', () => {
  const inFolder = (path: string) => storePath(file(path.split('/').at(-1) ?? ''), path)

  it('are sorted by path, numbers by value; files without a folder come first in their order', () => {
    const paths = ['/Trip/Day 10/a.jpg', '/Trip/Day 2/b.jpg', '/Trip/a10.jpg', '/Trip/a9.jpg', '/Trip/Day 2/a.jpg']
    const { accepted } = sortFiles([...paths.map(inFolder), file('z.jpg'), file('y.jpg')])
    expect(accepted.map(({ name }) => name)).toEqual(['z.jpg', 'y.jpg', 'a9.jpg', 'a10.jpg', 'a.jpg', 'b.jpg', 'a.jpg'])
  })

  it('that are no photos are left out, and listed by type', () => {
    const paths = ['.DS_Store', '._DSC_1.jpg', 'Thumbs.db', 'DSC_1.xmp', 'DSC_2.XMP', 'README', 'DSC_1.jpg']
    const { accepted, rejected, skipped } = sortFiles(paths.map(name => inFolder(`/Trip/${name}`)))
    expect([accepted.map(({ name }) => name), rejected]).toEqual([['DSC_1.jpg'], []])
    expect(listFileKinds(skipped)).toEqual(['.DS_Store', '._*', '.xmp', 'README', 'Thumbs.db'])
  })
})
