import { keptData } from './event-data.ts'

describe('event data', () => {
  it('S-TRK-02 keeps type and count of a download', () => {
    expect(keptData({ type: 'album_zip', count: 12 })).toBe('{"type":"album_zip","count":12}')
  })

  it('drops what nobody needs or the database cannot keep', () => {
    expect(keptData(undefined)).toBeNull()
    expect(keptData({})).toBeNull()
    expect(keptData({ type: 'x'.repeat(1000) })).toBeNull()
    expect(keptData({ type: 'ü'.repeat(600) })).toBeNull()
    expect(keptData({ type: 'a\0b' })).toBeNull()
  })
})
