import { commentText } from './visible-text.ts'
import { COMMENT_LIMITS } from './limits.ts'

const isAccepted = (text: string) => commentText.safeParse(text).success

it('rule 108 accepts several lines up to the maximum length, without control characters', () => {
  for (const text of ['Larger?', 'One\nTwo\r\n\tThree', '<b>bold</b>', 'größer 📷', 'x'.repeat(COMMENT_LIMITS.text)])
    expect(isAccepted(text)).toBe(true)
  const withControlCharacter = ['\0', '\u0007', '\u001b[31m', '\u0085', '\u202e', '\u2066'].map(
    character => `a${character}b`,
  )
  for (const text of ['', ' \n ', 'x'.repeat(COMMENT_LIMITS.text + 1), '\ud800', ...withControlCharacter])
    expect(isAccepted(text)).toBe(false)
  expect(commentText.parse('  Larger?\n')).toBe('Larger?')
})
