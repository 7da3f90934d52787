import { cleanLine, cleanMultilineText, assertNotEmpty } from './input.ts'

describe('text input', () => {
  it('removes characters that PostgreSQL cannot store', () => {
    expect(cleanMultilineText('a\0b\ud800c\nd', 100, 'Text')).toBe('ab\ufffdc\nd')
  })
  it('a title becomes one trimmed line', () => {
    expect(cleanLine('  two\r\nlines\u2028 here ', 100, 'Title')).toBe('two lines  here')
  })
  it('rule 108: text without a visible character counts as empty', () => {
    expect(cleanLine(' \u200b\u2060\u3164\n', 100, 'Title')).toBe('')
    expect(() => assertNotEmpty(cleanLine('\u00ad', 100, 'Title'), 'Enter a title for the album.')).toThrow(
      'Enter a title for the album.',
    )
  })
  it('the error for a long text names the field and its limit', () => {
    expect(() => cleanLine('x'.repeat(11), 10, 'A title')).toThrow('A title may have at most 10 characters.')
    expect(cleanLine('x'.repeat(10), 10, 'A title')).toHaveLength(10)
  })
})
