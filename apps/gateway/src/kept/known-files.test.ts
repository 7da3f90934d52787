import type { VariantFiles } from '@daymark/contracts'
import { KnownFiles } from './known-files.ts'
import { Scopes } from './scopes.ts'

const place = (key: string) => ({ key, size: 7, sha256: 'a'.repeat(64) })
const file = (name: string): VariantFiles => ({
  photoId: `id of ${name}`,
  name,
  downloadName: `${name}.jpg`,
  sm: place(`${name}/sm`),
  md: place(`${name}/md`),
  lg: place(`${name}/lg`),
})
const sm = (name: string) => ({ name, size: 'sm' as const })

describe('known files', () => {
  it('asks once for neighbours, also when they are asked for at the same time', async () => {
    const known = new KnownFiles(1_000_000)
    let asked = 0
    const ask = async () => {
      asked++
      return { scope: 'gallery 1', files: ['a', 'b', 'c'].map(file) }
    }
    const found = await Promise.all(['a', 'b', 'c'].map(name => known.locate('gallery 1', sm(name), ask)))
    expect(found.map(one => one?.key)).toEqual(['a/sm', 'b/sm', 'c/sm'])
    expect(asked).toBe(1)
    expect(known.find('gallery 1', 'b', 'lg')).toEqual({
      photoId: 'id of b',
      key: 'b/lg',
      size: 7,
      sha256: 'a'.repeat(32),
      mimeType: 'image/jpeg',
      downloadName: 'b.jpg',
    })
  })

  it('knows nothing in another scope, and keeps what it is given in the scope that is named', async () => {
    const known = new KnownFiles(1_000_000)
    const ask = async () => ({ scope: 'gallery 2', files: [file('a')] })
    expect((await known.locate('gallery 1', sm('a'), ask))?.key).toBe('a/sm')
    expect(known.find('gallery 1', 'a', 'sm')).toBeUndefined()
    expect(known.find('gallery 2', 'a', 'sm')?.key).toBe('a/sm')
  })

  it('answers nothing for what is not there, and passes a refusal on to who asked, not to who waited', async () => {
    const known = new KnownFiles(1_000_000)
    expect(await known.locate('gallery', sm('x'), async () => ({ scope: 'gallery', files: [] }))).toBeUndefined()
    const refused = known.locate('gallery', sm('a'), () => Promise.reject(new Error('gone')))
    const waited = known.locate('gallery', sm('a'), async () => ({ scope: 'gallery', files: [file('a')] }))
    await expect(refused).rejects.toThrow('gone')
    expect((await waited)?.key).toBe('a/sm')
  })
})

describe('scopes', () => {
  it('end with the time, or at once', () => {
    const forLong = new Scopes(60_000, 10)
    const before = forLong.of('owner')
    expect(forLong.of('owner')).toBe(before)
    expect(forLong.of('other')).not.toBe(before)
    forLong.end('owner')
    expect(forLong.of('owner')).not.toBe(before)
    const over = new Scopes(0, 10)
    expect(over.of('owner')).not.toBe(over.of('owner'))
  })
})
