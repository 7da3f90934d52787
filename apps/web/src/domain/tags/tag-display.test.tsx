import { sortByLabel, labelMatches, parseColors, TAG_COLORS } from './tag-display.ts'

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

const tag = (label: string, id = label) => ({ id, label, usage_count: 0 })
const sortLabels = (...labels: string[]) => sortByLabel(labels.map(label => tag(label))).map(({ label }) => label)

it('L-TM-05 tags are sorted by label, ignoring case, numbers by their value', () => {
  expect(sortLabels('sea', 'Night', 'dawn 10', 'Dawn 9', 'éclair', 'fog')).toEqual([
    'Dawn 9',
    'dawn 10',
    'éclair',
    'fog',
    'Night',
    'sea',
  ])
})

it.each([
  ['', 'Sea', true],
  ['  ', 'Sea', true],
  ['EA', 'Sea', true],
  ['cafe', 'Café', true],
  ['é', 'cafe', true],
  [' sea ', 'North Sea', true],
  ['lake', 'Sea', false],
])('L-TAGP-01 %j finds %j: %s', (typed, label, found) => {
  expect(labelMatches(label, typed)).toBe(found)
})
