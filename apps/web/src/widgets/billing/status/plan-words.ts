import type { http } from '@daymark/contracts'
import { formatDate } from '../../../lib/format/dates.ts'

export type PlanWords = {
  status: string
  tone: 'plain' | 'warning' | 'danger'
  /** A problem of the plan; null if there is none. */
  note: string | null
  /** The label of the plan's date, if it has one. */
  dateName: string
}

type Subscription = Pick<http.Subscription, 'status' | 'tierName' | 'endDate' | 'cancelAtPeriodEnd' | 'graceUntil'>

const on = (date: string | null) => (date ? ` on ${formatDate(date)}` : '')
const isAhead = (date: string | null, now: Date): date is string => date !== null && +new Date(date) > +now
const AFTERWARDS = 'The limits of Starter apply. Nothing is deleted.'

function overdue({ graceUntil }: Subscription, now: Date): string {
  if (!isAhead(graceUntil, now)) return `Your payment is overdue. ${AFTERWARDS} Update your card to restore your plan.`
  return `Your last payment failed. Update your card by ${formatDate(graceUntil)}: until then nothing changes. After that the limits of Starter apply. Nothing is deleted.`
}
/** No part of it is paid for any more. */
export const isOver = ({ status, endDate }: Pick<Subscription, 'status' | 'endDate'>, now = new Date()): boolean =>
  status === 'canceled' && !isAhead(endDate, now)

function ended({ endDate }: Subscription, now: Date): string {
  if (!isAhead(endDate, now)) return `Your plan has ended. ${AFTERWARDS}`
  return `Your plan is canceled. It stays active until ${formatDate(endDate)}. After that the limits of Starter apply. Nothing is deleted.`
}

/** Rule 10: the states of the card provider as labels. */
export function planWords(plan: Subscription, now = new Date()): PlanWords {
  switch (plan.status) {
    case 'past_due':
      return { status: 'Payment overdue', tone: 'danger', note: overdue(plan, now), dateName: 'Next billing date' }
    case 'canceled':
      return {
        status: 'Canceled',
        tone: 'warning',
        note: ended(plan, now),
        dateName: isOver(plan, now) ? 'Ended on' : 'Ends on',
      }
    case 'incomplete':
      return {
        ...{ status: 'Payment incomplete', tone: 'warning', dateName: 'Next billing date' },
        note: `Your first payment is not confirmed yet. ${AFTERWARDS}`,
      }
    case 'active':
    case 'trialing':
      return inForce(plan)
  }
}

function inForce(plan: Subscription): PlanWords {
  const isTrial = plan.status === 'trialing'
  if (plan.cancelAtPeriodEnd)
    return {
      ...{ status: 'Ending', tone: 'warning', dateName: 'Ends on' },
      note: `Your ${plan.tierName} plan ends${on(plan.endDate)}. Until then nothing changes. After that the limits of Starter apply. Nothing is deleted.`,
    }
  return {
    ...{ status: isTrial ? 'Trial' : 'Active', tone: 'plain', dateName: 'Next billing date' },
    note: isTrial ? `Your trial ends${on(plan.endDate)}, and the first payment is due then.` : null,
  }
}
