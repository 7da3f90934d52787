import { type Tier, TIERS } from '@daymark/contracts'
import { planChangeTo, comparePlans, findAddedRows } from './comparison.ts'

const row = (name: string, apiTier: Tier = 'studio') =>
  Object.values(comparePlans(apiTier).find(one => one.name === name)?.values ?? {})

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
])('S-BILL-07 S-BILL-08 S-BILL-10 (%s): the table compares %s', (_, name, values) => expect(row(name)).toEqual(values))

it('S-BILL-04 higher plans are an upgrade, lower ones a downgrade', () =>
  expect(TIERS.map(tier => planChangeTo(tier, 'advanced'))).toEqual([
    'Downgrade',
    'Downgrade',
    'Current Plan',
    'Upgrade',
  ]))

it('a card names what a plan adds to the one below', () => {
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
  expect(row('API access', 'starter')).toEqual([true, true, true, true])
  expect(row('API access', 'advanced')).toEqual([false, false, true, true])
  const added = (tier: Tier) => findAddedRows(tier, 'advanced').rows.map(({ name }) => name)
  expect([added('advanced').includes('API access'), added('studio').includes('API access')]).toEqual([true, false])
})
