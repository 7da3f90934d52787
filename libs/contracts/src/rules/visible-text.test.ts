import { removeInvisibleEnds, requiredTextSchema, trimVisibleText } from './visible-text.ts'

const INVISIBLE = {
  blank: '  ',
  'no-break space': '\u00a0',
  'ideographic space': '\u3000',
  'zero-width space': '\u200b',
  'zero-width joiner': '\u200d',
  'word joiner': '\u2060',
  'byte-order mark': '\ufeff',
  'soft hyphen': '\u00ad',
  'Hangul filler': '\u3164',
  'half-width Hangul filler': '\uffa0',
  'Hangul choseong filler': '\u115f',
  'blank Braille': '\u2800',
  'variation selector': '\ufe0f',
  'variation selector 256': '\u{e01ef}',
  'tag characters': '\u{e0041}\u{e007f}',
  'Mongolian vowel separator': '\u180e',
  'combining grapheme joiner': '\u034f',
  'direction mark': '\u200e',
  'invisible times': '\u2062',
  'Khmer inherent vowel': '\u17b4',
  'null notehead': '\u{1d159}',
  'line separator': '\u2028',
  control: '\u0007\u0085',
}
const name = requiredTextSchema('Enter a name.', 40)

describe('a text that must not be empty', () => {
  it.each(Object.entries(INVISIBLE))('rule 108: %s alone is empty', (_, characters) => {
    const { success, error } = name.safeParse(`${characters} ${characters}`)
    expect([success, error?.issues[0]?.message]).toEqual([false, 'Enter a name.'])
    expect(trimVisibleText(characters)).toBe('')
  })

  it.each(['Zoë', '李', '👩‍👩‍👧', '❤️', '.', 'ㅤa', 'می‌خواهم', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'])('rule 108: %s is a name', typed => {
    expect(name.parse(` ${typed} `)).toBe(typed)
    expect(trimVisibleText(typed)).toBe(typed)
  })

  it('removes invisible characters from the ends only if requested', () => {
    const invisibleText = Object.values(INVISIBLE).join('')
    expect(removeInvisibleEnds(`${invisibleText}two\u00a0words${invisibleText}`)).toBe('two\u00a0words')
    expect(trimVisibleText('\u200bname')).toBe('\u200bname')
  })
})
