import { snakeNames } from './serves.ts'

describe('rule 48 names of what is sent to the public API', () => {
  it('are taken in both spellings, and the documented one wins', () => {
    expect(snakeNames({ albumId: 'a', title: 't' })).toMatchObject({ album_id: 'a', title: 't' })
    expect(snakeNames({ albumId: 'a', album_id: 'b' })).toMatchObject({ album_id: 'b' })
    expect(snakeNames({ album_id: 'b', albumId: 'a' })).toMatchObject({ album_id: 'b' })
    expect(snakeNames({ album_id: null, albumId: 'a' })).toMatchObject({ album_id: null })
  })
  it('stay as they are below the top level, and what is no object stays what it is', () => {
    expect(snakeNames({ list: [{ oneName: 1 }] })).toEqual({ list: [{ oneName: 1 }] })
    for (const other of ['text', 7, null, undefined, [{ oneName: 1 }]]) expect(snakeNames(other)).toBe(other)
  })
  it('change nothing but the object they are in', () => {
    snakeNames(JSON.parse('{"__proto__":{"isAdmin":true}}'))
    expect(({} as Record<string, unknown>)['is_admin']).toBeUndefined()
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
  })
})
