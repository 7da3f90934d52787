import type { http } from '@daymark/contracts'
import { formatDate } from '../../lib/format/dates.ts'

type PlanStatus = {
  status: string
  tone: 'plain' | 'warning' | 'danger'
  /** The problem of the plan, or null. */
  note: string | null
  /** The label of the plan's end date. */
  dateName: string
}

type Subscription = Pick<http.Subscription, 'status' | 'tierName' | 'endDate' | 'cancelAtPeriodEnd' | 'graceUntil'>

const formatOnDate = (date: string | null) => (date ? ` on ${formatDate(date)}` : '')
const isInFuture = (date: string | null, now: Date): date is string => date !== null && +new Date(date) > +now
const STARTER_LIMITS_NOTE = 'The limits of the Starter plan apply. Nothing is deleted.'

function createOverdueNote({ graceUntil }: Subscription, now: Date): string {
  if (!isInFuture(graceUntil, now))
    return `Your payment is overdue. ${STARTER_LIMITS_NOTE} Update your card to restore your plan.`
  return `Your last payment failed. Update your card by ${formatDate(graceUntil)} to keep your plan. Otherwise the limits of the Starter plan apply. Nothing is deleted.`
}
/** Returns whether the plan is canceled and its paid period is over. */
export const hasPlanEnded = (
  { status, endDate }: Pick<Subscription, 'status' | 'endDate'>,
  now = new Date(),
): boolean => status === 'canceled' && !isInFuture(endDate, now)

function createCanceledNote({ endDate }: Subscription, now: Date): string {
  if (!isInFuture(endDate, now)) return `Your plan has ended. ${STARTER_LIMITS_NOTE}`
  return `Your plan is canceled. It stays active until ${formatDate(endDate)}. After this date the limits of the Starter plan apply. Nothing is deleted.`
}

/** rule 10: converts the status of a subscription to texts. */
export function describePlanStatus(plan: Subscription, now = new Date()): PlanStatus {
  switch (plan.status) {
    case 'past_due':
      return {
        status: 'Payment overdue',
        tone: 'danger',
        note: createOverdueNote(plan, now),
        dateName: 'Next billing date',
      }
    case 'canceled':
      return {
        status: 'Canceled',
        tone: 'warning',
        note: createCanceledNote(plan, now),
        dateName: hasPlanEnded(plan, now) ? 'Ended on' : 'Ends on',
      }
    case 'incomplete':
      return {
        status: 'Payment incomplete',
        tone: 'warning',
        dateName: 'Next billing date',
        note: `Your first payment is not confirmed yet. ${STARTER_LIMITS_NOTE}`,
      }
    case 'active':
    case 'trialing':
      return describeActivePlan(plan)
  }
}

function describeActivePlan(plan: Subscription): PlanStatus {
  const isTrial = plan.status === 'trialing'
  if (plan.cancelAtPeriodEnd)
    return {
      status: 'Ending',
      tone: 'warning',
      dateName: 'Ends on',
      note: `Your ${plan.tierName} plan ends${formatOnDate(plan.endDate)}. When it ends, the limits of the Starter plan apply. Nothing is deleted.`,
    }
  return {
    status: isTrial ? 'Trial' : 'Active',
    tone: 'plain',
    dateName: 'Next billing date',
    note: isTrial
      ? `Your trial ends${formatOnDate(plan.endDate)}. The first payment is due when the trial ends.`
      : null,
  }
}
