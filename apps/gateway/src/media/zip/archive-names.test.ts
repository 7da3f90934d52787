import { archiveNames } from './archive-names.ts'

describe('names in an archive', () => {
  it('stay as they are while they differ', () => {
    expect(archiveNames(['b.jpg', 'a.jpg', 'a.png'])).toEqual(['b.jpg', 'a.jpg', 'a.png'])
  })

  it('are numbered from 2 in the order of the album', () => {
    expect(archiveNames(['a.jpg', 'a.jpg', 'a.jpg'])).toEqual(['a.jpg', 'a (2).jpg', 'a (3).jpg'])
  })

  it('differ where a file system distinguishes neither case nor the form of an accent', () => {
    expect(archiveNames(['A.JPG', 'a.jpg', 'caf\u00e9', 'cafe\u0301'])).toEqual([
      'A.JPG',
      'a (2).jpg',
      'caf\u00e9',
      'cafe\u0301 (2)',
    ])
  })

  it('step over a number that a photo came with', () => {
    expect(archiveNames(['a (2).jpg', 'a.jpg', 'a.jpg', 'a (2).jpg'])).toEqual([
      'a (2).jpg',
      'a.jpg',
      'a (3).jpg',
      'a (2) (2).jpg',
    ])
  })

  it('are made in linear time for thousands of equal ones', () => {
    const names = archiveNames(Array.from({ length: 20_000 }, () => 'IMG_0001.JPG'))
    expect(new Set(names).size).toBe(20_000)
    expect(names.at(-1)).toBe('IMG_0001 (20000).JPG')
  })
})
