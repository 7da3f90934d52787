import { line, prose, required } from './text.ts'

describe('text from outside', () => {
  it('loses what Postgres cannot keep', () => {
    expect(prose('a\0b\ud800c\nd', 100, 'Text')).toBe('ab\ufffdc\nd')
  })
  it('becomes one trimmed line where a line is wanted', () => {
    expect(line('  two\r\nlines\u2028 here ', 100, 'Title')).toBe('two lines  here')
  })
  it('rule 108: is empty when nobody could see anything of it', () => {
    expect(line(' \u200b\u2060\u3164\n', 100, 'Title')).toBe('')
    expect(() => required(line('\u00ad', 100, 'Title'), 'An album needs a title.')).toThrow('An album needs a title.')
  })
  it('says what is too long and how long it may be', () => {
    expect(() => line('x'.repeat(11), 10, 'A title')).toThrow('A title may have at most 10 characters.')
    expect(line('x'.repeat(10), 10, 'A title')).toHaveLength(10)
  })
})
