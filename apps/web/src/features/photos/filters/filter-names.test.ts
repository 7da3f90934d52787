import { toDateRange, formatPeriod, findPeriod, groupMonthsByYear } from './filter-names.ts'

it.each([
  ['2024', '2024-01-01', '2024-12-31', '2024'],
  ['2024-02', '2024-02-01', '2024-02-29', 'February 2024'],
  ['2023-02', '2023-02-01', '2023-02-28', 'February 2023'],
  ['2023-12', '2023-12-01', '2023-12-31', 'December 2023'],
  ['0099', '0099-01-01', '0099-12-31', '0099'],
])('%s is from %s to %s and is formatted as %s', (period, from, to, name) => {
  expect(toDateRange(period)).toEqual({ date_from: from, date_to: to })
  expect(findPeriod(from, to)).toBe(period)
  expect(formatPeriod(period)).toBe(name)
})
it('days that do not span a whole year or month are no period', () => {
  expect(findPeriod('2024-01-01', '2024-12-30')).toBeNull()
  expect(findPeriod('2024-01-01', undefined)).toBeNull()
  expect(findPeriod(undefined, '2024-12-31')).toBeNull()
})
it('months are grouped by year', () => {
  const count = 1
  const months = ['2024-05', '2023-12', '2023-01'].map(value => ({ value, count }))
  expect(groupMonthsByYear({ years: [{ value: '2024', count }, { value: '2023', count: 2 }], months })).toEqual([
    { value: '2024', count, months: [months[0]] },
    { value: '2023', count: 2, months: [months[1], months[2]] },
  ]) // prettier-ignore
})
