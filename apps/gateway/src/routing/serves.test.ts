import { addSnakeCaseNames } from './serves.ts'

describe('rule 48: field names in requests to the public API', () => {
  it('are accepted in snake_case and camelCase, and snake_case wins', () => {
    expect(addSnakeCaseNames({ albumId: 'a', title: 't' })).toMatchObject({ album_id: 'a', title: 't' })
    expect(addSnakeCaseNames({ albumId: 'a', album_id: 'b' })).toMatchObject({ album_id: 'b' })
    expect(addSnakeCaseNames({ album_id: 'b', albumId: 'a' })).toMatchObject({ album_id: 'b' })
    expect(addSnakeCaseNames({ album_id: null, albumId: 'a' })).toMatchObject({ album_id: null })
  })
  it('are converted at the top level of an object only', () => {
    expect(addSnakeCaseNames({ list: [{ oneName: 1 }] })).toEqual({ list: [{ oneName: 1 }] })
    for (const other of ['text', 7, null, undefined, [{ oneName: 1 }]]) expect(addSnakeCaseNames(other)).toBe(other)
  })
  it('cannot change the prototype of objects', () => {
    addSnakeCaseNames(JSON.parse('{"__proto__":{"isAdmin":true}}'))
    expect(({} as Record<string, unknown>)['is_admin']).toBeUndefined()
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
  })
})
