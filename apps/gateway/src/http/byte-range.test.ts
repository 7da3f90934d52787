import { requestedRange } from './byte-range.ts'

const MODIFIED = 'Wed, 21 Oct 2015 07:28:00 GMT'
const asked = (range: string | undefined, ifRange?: string, etag = '"tag"') =>
  requestedRange({ range, 'if-range': ifRange }, 1000, { etag, modified: MODIFIED })

describe('Range', () => {
  it('reads the forms of one range', () => {
    expect(asked('bytes=0-0')).toEqual({ start: 0, end: 0 })
    expect(asked('BYTES=10-19')).toEqual({ start: 10, end: 19 })
    expect(asked('bytes=990-')).toEqual({ start: 990, end: 999 })
    expect(asked('bytes=-10')).toEqual({ start: 990, end: 999 })
    expect(asked('bytes=-5000')).toEqual({ start: 0, end: 999 })
    expect(asked('bytes=500-99999')).toEqual({ start: 500, end: 999 })
  })

  it('answers the whole where nothing, nonsense, several ranges or another unit is asked', () => {
    for (const range of [
      undefined,
      '',
      'bytes=',
      'bytes=-',
      'bytes=a-b',
      'bytes=5-1',
      'bytes=0-1,5-6',
      'items=0-1',
      'bytes 0-1',
    ])
      expect(asked(range)).toBe('whole')
  })

  it('cannot satisfy what lies beyond the end', () => {
    expect(asked('bytes=1000-')).toBe('unsatisfiable')
    expect(asked('bytes=99999999999999999999-')).toBe('unsatisfiable')
    expect(asked('bytes=-0')).toBe('unsatisfiable')
    expect(requestedRange({ range: 'bytes=-1' }, 0, { etag: '"tag"' })).toBe('unsatisfiable')
  })

  it('ignores the range when If-Range names another version', () => {
    expect(asked('bytes=0-1', '"tag"')).toEqual({ start: 0, end: 1 })
    expect(asked('bytes=0-1', '"other"')).toBe('whole')
    expect(asked('bytes=0-1', 'W/"tag"')).toBe('whole')
    expect(asked('bytes=0-1', 'W/"tag"', 'W/"tag"')).toBe('whole')
    expect(asked('bytes=0-1', MODIFIED)).toEqual({ start: 0, end: 1 })
    expect(asked('bytes=0-1', 'Wed, 21 Oct 2015 07:28:01 GMT')).toBe('whole')
  })
})
