import { describePlanStatus } from './plan-status.ts'

const now = new Date('2027-05-10T12:00:00Z')
/** Returns the texts of an active Studio plan, changed by `fields`. */
const describePlan = (fields: Partial<Parameters<typeof describePlanStatus>[0]>) =>
  describePlanStatus(
    ...([
      { status: 'active', tierName: 'Studio', endDate: null, cancelAtPeriodEnd: false, graceUntil: null, ...fields },
      now,
    ] as const),
  )
const IN_FUTURE = '2027-05-20T12:00:00Z'
const IN_PAST = '2027-05-01T12:00:00Z'

it('an active plan without problems has no note', () =>
  expect(describePlan({ endDate: IN_FUTURE })).toEqual({
    status: 'Active',
    tone: 'plain',
    note: null,
    dateName: 'Next billing date',
  }))

it.each([
  [
    { status: 'trialing', endDate: IN_FUTURE },
    'Trial',
    /trial ends on .*20.* first payment is due when the trial ends/,
  ],
  [{ cancelAtPeriodEnd: true, endDate: IN_FUTURE }, 'Ending', /Studio plan ends on .*20.* Nothing is deleted/],
  [{ status: 'past_due', graceUntil: IN_FUTURE }, 'Payment overdue', /Update your card by .*20/],
  [
    { status: 'past_due', graceUntil: IN_PAST },
    'Payment overdue',
    /The limits of the Starter plan apply. Nothing is deleted/,
  ],
  [{ status: 'past_due' }, 'Payment overdue', /is overdue\. The limits of the Starter plan apply/],
  [{ status: 'canceled', endDate: IN_FUTURE }, 'Canceled', /stays active until .*20/],
  [{ status: 'canceled', endDate: IN_PAST }, 'Canceled', /Your plan has ended/],
  [{ status: 'incomplete' }, 'Payment incomplete', /first payment is not confirmed yet/],
] as const)('rule 10 %o is %s', (fields, status, note) => {
  expect(describePlan(fields).status).toBe(status)
  expect(describePlan(fields).note).toMatch(note)
})

it('a canceled plan has ended when its paid period is over', () => {
  expect(describePlan({ status: 'canceled', endDate: IN_PAST }).dateName).toBe('Ended on')
  expect(describePlan({ status: 'canceled', endDate: IN_FUTURE }).dateName).toBe('Ends on')
})
