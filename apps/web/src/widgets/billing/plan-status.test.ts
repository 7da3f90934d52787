import { planStatus } from './plan-status.ts'

const now = new Date('2027-05-10T12:00:00Z')
const plan = (fields: Partial<Parameters<typeof planStatus>[0]>) =>
  planStatus(
    ...([
      { status: 'active', tierName: 'Studio', endDate: null, cancelAtPeriodEnd: false, graceUntil: null, ...fields },
      now,
    ] as const),
  )
const LATER = '2027-05-20T12:00:00Z'
const BEFORE = '2027-05-01T12:00:00Z'

it('is empty without problems', () =>
  expect(plan({ endDate: LATER })).toEqual({
    status: 'Active',
    tone: 'plain',
    note: null,
    dateName: 'Next billing date',
  }))

it.each([
  [{ status: 'trialing', endDate: LATER }, 'Trial', /trial ends on .*20.* first payment is due then/],
  [{ cancelAtPeriodEnd: true, endDate: LATER }, 'Ending', /Studio plan ends on .*20.* Nothing is deleted/],
  [{ status: 'past_due', graceUntil: LATER }, 'Payment overdue', /Update your card by .*20/],
  [{ status: 'past_due', graceUntil: BEFORE }, 'Payment overdue', /The limits of Starter apply. Nothing is deleted/],
  [{ status: 'past_due' }, 'Payment overdue', /is overdue\. The limits of Starter apply/],
  [{ status: 'canceled', endDate: LATER }, 'Canceled', /stays active until .*20/],
  [{ status: 'canceled', endDate: BEFORE }, 'Canceled', /Your plan has ended/],
  [{ status: 'incomplete' }, 'Payment incomplete', /first payment is not confirmed yet/],
] as const)('rule 10 %o is %s', (fields, status, note) => {
  expect(plan(fields).status).toBe(status)
  expect(plan(fields).note).toMatch(note)
})

it('a plan has ended when nothing of it is paid for any more', () => {
  expect(plan({ status: 'canceled', endDate: BEFORE }).dateName).toBe('Ended on')
  expect(plan({ status: 'canceled', endDate: LATER }).dateName).toBe('Ends on')
})
