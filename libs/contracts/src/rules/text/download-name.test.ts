import { downloadName } from './download-name.ts'

describe('rule 39: the name of a download', () => {
  it.each([
    ['IMG_1.HEIC', 'image/jpeg', 'IMG_1.jpg'],
    ['DSC_1.NEF', 'image/jpeg', 'DSC_1.jpg'],
    ['a.jpg', 'image/png', 'a.png'],
    ['a.jpg', 'image/heic', 'a.heic'],
    ['a.PNG', 'image/webp', 'a.webp'],
  ])('ends as its bytes require: %s as %s', (uploaded, type, name) => expect(downloadName(uploaded, type)).toBe(name))

  it('does not change if the extension matches', () => {
    for (const name of ['a.JPG', 'a.jpeg', 'a.Jpe', ' 写真.JPEG', '.a.jpg'])
      expect(downloadName(name, 'image/jpeg')).toBe(name)
    for (const name of ['a.TIF', 'a.tiff']) expect(downloadName(name, 'image/tiff')).toBe(name)
  })

  it('keeps the extension of a RAW file', () => {
    expect(downloadName('a.NEF', 'image/x-nikon-nef')).toBe('a.NEF')
  })

  it('gets a missing extension and keeps a part that only looks like one', () => {
    const names = ['Mr. Smith', '2024.06.01', 'noext', '.jpg', 'a.', 'v1.2']
    expect(names.map(name => downloadName(name, 'image/jpeg'))).toEqual([
      'Mr. Smith.jpg',
      '2024.06.01.jpg',
      'noext.jpg',
      '.jpg.jpg',
      'a..jpg',
      'v1.2.jpg',
    ])
  })
})
