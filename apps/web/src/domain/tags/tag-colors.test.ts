import { TAG_COLORS, parseColors } from './tag-colors.ts'

it('L-TAGP-09 there are exactly 18 different colors, including #3b82f6', () => {
  expect(TAG_COLORS).toHaveLength(18)
  expect(new Set(TAG_COLORS.map(({ value }) => value)).size).toBe(18)
  expect(new Set(TAG_COLORS.map(({ name }) => name)).size).toBe(18)
  for (const { value } of TAG_COLORS) expect(value).toMatch(/^#[0-9a-f]{6}$/)
  expect(TAG_COLORS.map(({ value }) => value)).toContain('#3b82f6')
})

it.each([
  [null, {}],
  ['', {}],
  ['no JSON', {}],
  ['null', {}],
  ['[]', {}],
  ['{"a":"#ef4444","b":"url(//evil)","c":7}', { a: '#ef4444' }],
])('L-TAGP-10 only preset colors are read from storage (%j)', (text, colors) => {
  expect(parseColors(text)).toEqual(colors)
})
