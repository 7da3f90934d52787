import { commentText } from './visible-text.ts'
import { COMMENT_LIMITS } from './limits.ts'

const isKept = (words: string) => commentText.safeParse(words).success

it('rule 108 accepts several lines up to the maximum length, without control characters', () => {
  for (const words of ['Larger?', 'One\nTwo\r\n\tThree', '<b>bold</b>', 'größer 📷', 'x'.repeat(COMMENT_LIMITS.text)])
    expect(isKept(words)).toBe(true)
  const hidden = ['\0', '\u0007', '\u001b[31m', '\u0085', '\u202e', '\u2066'].map(sign => `a${sign}b`)
  for (const words of ['', ' \n ', 'x'.repeat(COMMENT_LIMITS.text + 1), '\ud800', ...hidden])
    expect(isKept(words)).toBe(false)
  expect(commentText.parse('  Larger?\n')).toBe('Larger?')
})
