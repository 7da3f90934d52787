import { daysOf, periodName, periodOf, groupByYear } from './filter-names.ts'

it.each([
  ['2024', '2024-01-01', '2024-12-31', '2024'],
  ['2024-02', '2024-02-01', '2024-02-29', 'February 2024'],
  ['2023-02', '2023-02-01', '2023-02-28', 'February 2023'],
  ['2023-12', '2023-12-01', '2023-12-31', 'December 2023'],
  ['0099', '0099-01-01', '0099-12-31', '0099'],
])('%s is from %s to %s and is called %s', (period, from, to, name) => {
  expect(daysOf(period)).toEqual({ date_from: from, date_to: to })
  expect(periodOf(from, to)).toBe(period)
  expect(periodName(period)).toBe(name)
})
it('other days are no period', () => {
  expect(periodOf('2024-01-01', '2024-12-30')).toBeNull()
  expect(periodOf('2024-01-01', undefined)).toBeNull()
  expect(periodOf(undefined, '2024-12-31')).toBeNull()
})
it('years have their months', () => {
  const count = 1
  const months = ['2024-05', '2023-12', '2023-01'].map(value => ({ value, count }))
  expect(groupByYear({ years: [{ value: '2024', count }, { value: '2023', count: 2 }], months })).toEqual([
    { value: '2024', count, months: [months[0]] },
    { value: '2023', count: 2, months: [months[1], months[2]] },
  ]) // prettier-ignore
})
