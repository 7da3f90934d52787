import { toOriginalName, createStoredName } from './photo-filename.ts'

describe('stored name', () => {
  const stem = (name: string) => createStoredName(name, 'jpg').stem.replace(/-[0-9a-z]{8}$/, '')

  it('L-ENT-19: differs for two uploads of the same name', () => {
    const names = new Set(Array.from({ length: 500 }, () => createStoredName('a.jpg', 'jpg').stem))
    expect(names.size).toBe(500)
  })
  it.each([
    ['IMG_0815.JPG', 'IMG_0815'],
    ['Überblick (2).jpg', 'Uberblick-2'],
    ['a.b.c.tiff', 'a-b-c'],
    ['写真.jpg', 'photo'],
    ['.jpg', 'photo'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\fake path\\x y.png', 'x-y'],
    [`${'long'.repeat(100)}.jpg`, 'long'.repeat(15)],
  ])('of %s starts with a safe stem', (name, expected) => expect(stem(name)).toBe(expected))
  it('has no extension if the given one is invalid', () => {
    expect(createStoredName('a', '').extension).toBe('')
    expect(createStoredName('a', 'j/p').extension).toBe('')
    expect(createStoredName('a', 'heic').extension).toBe('heic')
  })
})

describe('original name', () => {
  it.each([
    ['写真 1.jpg', '写真 1.jpg'],
    ['a/b/c.jpg', 'c.jpg'],
    ['x\u0000y\n.jpg', 'xy.jpg'],
    [' cafe\u0301.jpg ', ' cafe\u0301.jpg'],
    ['..', 'photo'],
    ['', 'photo'],
  ])('%j is stored as %j', (given, stored) => expect(toOriginalName(given)).toBe(stored))
  it('is cut to 255 characters and keeps its extension', () => {
    const name = toOriginalName(`${'x'.repeat(400)}.jpeg`)
    expect(name).toHaveLength(255)
    expect(name.endsWith('x.jpeg')).toBe(true)
  })
})
