import { ACCEPT, extensionOf, isAccepted, sortFiles } from './accepted-files.ts'

const file = (name: string, type = '') => new File(['x'], name, { type })

it.each('jpg jpeg png gif bmp webp cr2 cr3 nef arw dng raf orf rw2 srw x3f raw heic heif avif tiff tif'.split(' '))(
  'L-UPL-14 accepts .%s by its extension, in any case',
  extension => {
    expect(isAccepted(file(`IMG_1.${extension}`))).toBe(true)
    expect(isAccepted(file(`IMG_1.${extension.toUpperCase()}`))).toBe(true)
    expect(ACCEPT).toContain(`.${extension}`)
  },
)

it('L-UPL-14 accepts any other file whose type begins with image/', () => {
  expect(isAccepted(file('scan.jxl', 'image/jxl'))).toBe(true)
  expect(isAccepted(file('no-extension', 'image/png'))).toBe(true)
})

it.each(['movie.mp4', 'notes.txt', 'archive.jpg.zip', 'jpg', 'virus.exe'])('L-UPL-14 refuses %s', name => {
  expect(isAccepted(file(name, 'application/octet-stream'))).toBe(false)
})

it('sorts without losing the order', () => {
  const { accepted, rejected } = sortFiles([file('b.jpg'), file('x.txt'), file('a.nef'), file('y.pdf')])
  expect(accepted.map(({ name }) => name)).toEqual(['b.jpg', 'a.nef'])
  expect(rejected.map(({ name }) => name)).toEqual(['x.txt', 'y.pdf'])
})

it('an extension is what follows the last dot', () => {
  expect(['a.b.JPG', 'plain', '.hidden', 'dot.'].map(extensionOf)).toEqual(['jpg', '', 'hidden', ''])
})
