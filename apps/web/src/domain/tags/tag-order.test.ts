import { byLabel, isMatch } from './tag-order.ts'

const tag = (label: string, id = label) => ({ id, label, usage_count: 0 })
const labels = (...given: string[]) => byLabel(given.map(label => tag(label))).map(({ label }) => label)

it('L-TM-05 tags are sorted by label, ignoring case, numbers by their value', () => {
  expect(labels('sea', 'Night', 'dawn 10', 'Dawn 9', 'éclair', 'fog')).toEqual([
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
  expect(isMatch(label, typed)).toBe(found)
})
