import type { http } from '@daymark/contracts'
import { Lock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { formatDate } from '../../lib/format/dates.ts'
import { useSearchParams } from '../../lib/router.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showError, showToast } from '../../ui/feedback/toast.ts'
import { confirmAction } from '../../ui/overlay/confirm.ts'
import { StorageBar } from '../plan/storage-bar.tsx'
import { openPortal, refreshPlan, setCancel, subscriptionConfig } from './billing.api.ts'
import styles from './billing.module.css'
import { formatPrice } from './comparison.ts'
import { isOver, planStatus } from './plan-status.ts'

/** S-BILL-01, S-BILL-02. `onUpgrade` scrolls to the plans. */
export function CurrentPlan({ plan, onUpgrade }: { plan: http.Subscription; onUpgrade: () => void }) {
  const { status, tone, dateName } = planStatus(plan)
  return (
    <section aria-labelledby="current-plan" className={styles['card']}>
      <div className={styles['top']}>
        <div className={styles['words']}>
          <h2 id="current-plan" className={styles['label']}>
            Current plan
          </h2>
          <p className={styles['tier']}>
            <span>{plan.tierName}</span>
            <span className={classNames(styles['status'], styles[tone])}>{status}</span>
          </p>
        </div>
        <p className={styles['price']}>
          <strong>{formatPrice(plan.price)}</strong> per month
        </p>
      </div>
      <StorageBar storage={plan.storage} />
      <dl className={styles['facts']}>
        <div>
          <dt>{dateName}</dt>
          <dd>{plan.endDate ? formatDate(plan.endDate) : 'None'}</dd>
        </div>
      </dl>
      <div className={styles['actions']}>
        {(plan.tier !== 'studio' || isOver(plan)) && (
          <Button onClick={onUpgrade}>{isOver(plan) ? 'Choose a Plan' : 'Upgrade Plan'}</Button>
        )}
        <Button onClick={() => void openPortal()}>Manage Billing</Button>
        <CancelPlan plan={plan} />
      </div>
    </section>
  )
}

/** A problem of the plan, and the action that solves it. Empty without problems. */
export function PlanNote({ plan }: { plan: http.Subscription }) {
  const [isBusy, setIsBusy] = useState(false)
  const { note, tone } = planStatus(plan)
  if (!note) return null
  const keep = async () => {
    setIsBusy(true)
    const { is } = await setCancel(false)
    setIsBusy(false)
    if (is === 'failed') showError('The plan could not be kept. Please try again.')
  }
  const action =
    plan.status === 'past_due' ? (
      <Button onClick={() => void openPortal()}>Update Card</Button>
    ) : (
      plan.managed &&
      plan.cancelAtPeriodEnd && (
        <Button disabled={isBusy} onClick={() => void keep()}>
          Keep Plan
        </Button>
      )
    )
  return (
    <Notice tone={tone} action={action}>
      {note}
    </Notice>
  )
}

/** S-BILL-05 */
export function PaymentNote() {
  const { data: config } = useCached(subscriptionConfig())
  if (!config) return null
  return (
    <p className={styles['note']}>
      <Lock aria-hidden />
      {config.testMode
        ? 'Test mode: plans change at once, and you are not charged.'
        : 'Payments are processed securely by Stripe. Your card number never reaches Daymark.'}
    </p>
  )
}

/** Cancels at the end of the paid period; until then PlanNote offers to keep the plan (rule 11). */
function CancelPlan({ plan }: { plan: http.Subscription }) {
  const [isBusy, setIsBusy] = useState(false)
  const isRunning = plan.status === 'active' || plan.status === 'trialing'
  if (!plan.managed || plan.cancelAtPeriodEnd || !isRunning) return null
  const confirmation = {
    title: `Cancel your ${plan.tierName} plan?`,
    text:
      `Your plan stays active${plan.endDate ? ` until ${formatDate(plan.endDate)}` : ''}, and you will not be charged again. ` +
      'You can change your mind until then. After that the limits of Starter apply. Nothing is deleted, and your ' +
      'galleries stay online.',
    action: 'Cancel Plan',
    cancel: 'Keep Plan',
    isDanger: true,
  }
  const cancel = async () => {
    if (!(await confirmAction(confirmation))) return
    setIsBusy(true)
    const { is } = await setCancel(true)
    setIsBusy(false)
    if (is === 'done') showToast('Plan canceled.')
    else showError('The plan could not be canceled. Please try again.')
  }
  return (
    <Button look="quiet" disabled={isBusy} onClick={() => void cancel()}>
      Cancel Plan
    </Button>
  )
}

/** Shown after the return from the card provider's page. */
export function CheckoutNote({ plan }: { plan: http.Subscription }) {
  const state = useCheckoutReturn()
  if (state === 'none') return null
  if (state === 'canceled') return <Notice>Your plan has not changed.</Notice>
  // A paying customer is not sent there again.
  if (plan.managed && (plan.status === 'active' || plan.status === 'trialing'))
    return <Notice>Thank you! You are on {plan.tierName} now.</Notice>
  return <Notice>Thank you! Your payment is being confirmed. Your new plan will appear here.</Notice>
}

type CheckoutReturn = 'none' | 'canceled' | 'paid'

const START: Record<string, CheckoutReturn> = { success: 'paid', cancel: 'canceled', canceled: 'canceled' }

/**
 * The result of a visit to the card provider's page, which redirects back with ?checkout=success or canceled. The state is
 * read from the provider; if that fails, its webhook updates the plan later.
 */
function useCheckoutReturn(): CheckoutReturn {
  const [params, setParams] = useSearchParams()
  const [state] = useState<CheckoutReturn>(() => START[params.get('checkout') ?? ''] ?? 'none')
  const isNamed = params.has('checkout')
  useEffect(() => {
    if (!isNamed) return
    const withoutIt = (old: URLSearchParams) => {
      old.delete('checkout')
      return old
    }
    // The parameter is removed, because a reload or a stored link must not show the result again.
    setParams(withoutIt, { replace: true, state: { keepScroll: true } })
  }, [isNamed, setParams])
  useEffect(() => {
    if (state === 'paid') void refreshPlan()
  }, [state])
  return state
}
