import { downloadOf, keptData, secondsOf } from './event-data.ts'

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

describe('what counts of it', () => {
  it('S-TRK-02 a download of a known kind, of as many photos as it says', () => {
    expect(downloadOf({ type: 'album_zip', count: 12 })).toEqual({ type: 'album_zip', photos: 12 })
    expect(downloadOf({ type: 'single_image' })).toEqual({ type: 'single_image', photos: 1 })
    expect(downloadOf({ type: 'single_image', count: -3 })).toEqual({ type: 'single_image', photos: 1 })
    expect(downloadOf({ type: 'album_zip', count: 1e300 })).toEqual({ type: 'album_zip', photos: 100_000 })
    expect([downloadOf({ type: 'constructor' }), downloadOf({}), downloadOf(undefined)]).toEqual(
      Array(3).fill(undefined),
    )
  })

  it('S-TRK-08 whole seconds, at most those of a day', () => {
    expect(secondsOf({ duration_seconds: 12.4 })).toBe(12)
    expect(secondsOf({ duration: 7 })).toBe(7)
    expect(secondsOf({ duration_seconds: 1e300 })).toBe(86_400)
    for (const odd of [undefined, {}, { duration_seconds: -1 }, { duration_seconds: '9' }, { duration_seconds: NaN }])
      expect(secondsOf(odd)).toBe(0)
  })
})
