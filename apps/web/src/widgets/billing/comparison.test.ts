import { type Tier, TIERS } from '@daymark/contracts'
import { getPlanChange, comparePlans, findAddedRows } from './comparison.ts'

/** Returns the values of a row of the comparison, in the order of the plans. */
const valuesOfRow = (name: string, apiTier: Tier = 'studio') =>
  Object.values(comparePlans(apiTier).find(row => row.name === name)?.values ?? {})

it.each([
  ['S-BILL-07', 'Watermarking', [false, true, true, true]],
  ['S-BILL-07', 'Advanced analytics', [false, true, true, true]],
  ['S-BILL-07', 'Custom domain', [false, true, true, true]],
  ['S-BILL-08', 'Priority support', [false, false, true, true]],
  ['S-BILL-08', 'White-label', [false, false, false, true]],
  ['S-BILL-08', 'API access', [false, false, false, true]],
  ['S-BILL-10', 'Storage', ['150 GB', '500 GB', '1.5 TB', '3 TB']],
  ['L-ROLE-04', 'Albums', ['10', 'Unlimited', 'Unlimited', 'Unlimited']],
  ['L-SEC-01', 'Backups', [false, 'Periodic', 'Daily', 'Daily and off-site']],
  ['L-SEC-02', 'Encryption at rest', [false, true, true, true]],
])('S-BILL-07 S-BILL-08 S-BILL-10 (%s): the table compares %s', (_, name, values) => {
  expect(valuesOfRow(name)).toEqual(values)
})

it('S-BILL-04 higher plans are an upgrade, lower ones a downgrade', () =>
  expect(TIERS.map(tier => getPlanChange(tier, 'advanced'))).toEqual([
    'Downgrade',
    'Downgrade',
    'Current Plan',
    'Upgrade',
  ]))

it('a card lists what a plan adds to the next lower plan', () => {
  expect(findAddedRows('starter', 'studio')).toEqual({
    lowerTier: undefined,
    rows: [
      { name: 'Storage', value: '150 GB', before: undefined },
      { name: 'Albums', value: '10', before: undefined },
    ],
  })
  expect(findAddedRows('advanced', 'studio').rows.map(({ name }) => name)).toEqual([
    'Storage',
    'Backups',
    'Priority support',
  ])
})

it('rule 13 API access starts with the configured plan', () => {
  expect(valuesOfRow('API access', 'starter')).toEqual([true, true, true, true])
  expect(valuesOfRow('API access', 'advanced')).toEqual([false, false, true, true])
  const addedFeatures = (tier: Tier) => findAddedRows(tier, 'advanced').rows.map(({ name }) => name)
  expect(addedFeatures('advanced')).toContain('API access')
  expect(addedFeatures('studio')).not.toContain('API access')
})
