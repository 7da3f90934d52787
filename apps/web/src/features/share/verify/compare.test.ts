import { compareFiles, type OwnFile } from './compare.ts'

const file = (name: string, sha256: string | null, taken?: boolean) => ({
  image_id: `id of ${name}`,
  name,
  bytes: 1,
  sha256,
  ...(taken !== undefined && { taken }),
})
const own = (path: string, sha256: string | null): OwnFile => ({ path, sha256 })
const NOTHING = {
  unchanged: [],
  renamed: [],
  changed: [],
  missing: [],
  notDownloaded: [],
  unknown: [],
  duplicates: [],
  unrelated: [],
  unreadable: [],
}

describe('rule 134 comparing a copy with the delivered files', () => {
  it('a copy is complete regardless of folders and letter case', () => {
    const [a, b] = [file('Ä.jpg', 'a'), file('b.jpg', 'b')]
    expect(compareFiles([a, b], [own('x/y/ä.JPG', 'a'), own('b.jpg', 'b')])).toEqual({ ...NOTHING, unchanged: [a, b] })
  })

  it('detects missing, changed, renamed, duplicate, foreign and unreadable files', () => {
    const [a, b, c, d] = [file('a.jpg', 'a'), file('b.jpg', 'b'), file('c.jpg', 'c'), file('d.jpg', 'd')]
    const files = [own('B.jpg', 'other'), own('best.jpg', 'c'), own('d.jpg', 'd'), own('copy/d.jpg', 'd')]
    expect(compareFiles([a, b, c, d], [...files, own('dog.png', 'dog'), own('locked.jpg', null)])).toEqual({
      ...NOTHING,
      unchanged: [d],
      missing: [a],
      changed: [{ file: b, path: 'B.jpg' }],
      renamed: [{ file: c, path: 'best.jpg' }],
      duplicates: [{ file: d, path: 'copy/d.jpg' }],
      unrelated: ['dog.png'],
      unreadable: ['locked.jpg'],
    })
  })

  it('matches content before names: two files with swapped names are intact', () => {
    const [a, b] = [file('a.jpg', 'a'), file('b.jpg', 'b')]
    const { renamed, changed, missing } = compareFiles([a, b], [own('a.jpg', 'b'), own('b.jpg', 'a')])
    expect([renamed.length, changed, missing]).toEqual([2, [], []])
  })

  it('needs one copy of a file delivered twice, and matches a second copy with the second', () => {
    const [one, two] = [file('a.jpg', 'a'), file('a (2).jpg', 'a')]
    expect(compareFiles([one, two], [own('a.jpg', 'a')])).toEqual({ ...NOTHING, unchanged: [one, two] })
    expect(compareFiles([one, two], [own('a (2).jpg', 'a'), own('a.jpg', 'a')])).toEqual({
      ...NOTHING,
      unchanged: [one, two],
    })
  })

  it('reports no file that the visitor never downloaded, and none that the gallery cannot read', () => {
    const [a, b, c] = [file('a.jpg', 'a', false), file('b.jpg', 'b', true), file('c.jpg', null, true)]
    const found = compareFiles([a, b, c], [own('c.jpg', 'c')])
    expect(found).toEqual({ ...NOTHING, notDownloaded: [a], missing: [b], unknown: [c] })
  })
})
