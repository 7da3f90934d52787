import { isNotModified, requestedRange } from './byte-range.ts'

const asked = (range: string | undefined, ifRange?: string) =>
  requestedRange({ range, 'if-range': ifRange }, 1000, '"tag"')

describe('Range', () => {
  it('reads the forms of one range', () => {
    expect(asked('bytes=0-0')).toEqual({ start: 0, end: 0 })
    expect(asked('bytes=10-19')).toEqual({ start: 10, end: 19 })
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
    expect(requestedRange({ range: 'bytes=-1' }, 0, '"tag"')).toBe('unsatisfiable')
  })

  it('ignores the range when If-Range names another version', () => {
    expect(asked('bytes=0-1', '"tag"')).toEqual({ start: 0, end: 1 })
    expect(asked('bytes=0-1', '"other"')).toBe('whole')
    expect(asked('bytes=0-1', 'W/"tag"')).toBe('whole')
    expect(asked('bytes=0-1', 'Wed, 21 Oct 2015 07:28:00 GMT')).toBe('whole')
  })
})

describe('If-None-Match', () => {
  it('finds the tag in a list, weak or not', () => {
    expect(isNotModified('"tag"', '"tag"')).toBe(true)
    expect(isNotModified('"a", W/"tag"', '"tag"')).toBe(true)
    expect(isNotModified('*', '"tag"')).toBe(true)
    expect(isNotModified('"other"', '"tag"')).toBe(false)
    expect(isNotModified(undefined, '"tag"')).toBe(false)
  })
})
