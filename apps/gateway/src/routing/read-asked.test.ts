import { inSnakeCase } from './read-asked.ts'

describe('names in both spellings', () => {
  it('rule 48 are read as those of the answers, which count where both are given', () => {
    expect(inSnakeCase({ albumId: 1, allowDownload: 2, q: 3 })).toMatchObject({ album_id: 1, allow_download: 2, q: 3 })
    expect(inSnakeCase({ albumId: 1, album_id: 2 })).toMatchObject({ album_id: 2 })
    expect(inSnakeCase({ album_id: 2, albumId: 1 })).toMatchObject({ album_id: 2 })
  })
  it('leave everything else as it is', () => {
    for (const value of [null, 'aB', 5, ['aB'], undefined]) expect(inSnakeCase(value)).toBe(value)
    const nested = { tags: ['aB'], deep: { albumId: 1 } }
    expect(inSnakeCase(nested)).toEqual(nested)
    expect(inSnakeCase(JSON.parse('{"__proto__":{"scopes":[]}}'))).not.toHaveProperty('scopes')
  })
})
