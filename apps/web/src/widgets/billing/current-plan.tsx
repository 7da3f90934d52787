import type { http } from '@daymark/contracts'
import { Lock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { formatDate } from '../../lib/format/dates.ts'
import { useSearchParams } from '../../lib/router.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showError, showToast, confirmAction } from '../../ui/overlay/overlay-store.ts'
import { StorageBar } from '../plan/storage-bar.tsx'
import { openPortal, refreshPlan, setCancellation, subscriptionConfigQuery } from './billing.api.ts'
import styles from './billing.module.css'
import { formatPrice } from './comparison.ts'
import { hasPlanEnded, describePlanStatus } from './plan-status.ts'

/** S-BILL-01, S-BILL-02: the current plan with its price, storage and actions. */
export function CurrentPlan({ plan, onUpgrade }: { plan: http.Subscription; onUpgrade: () => void }) {
  const { status, tone, dateName } = describePlanStatus(plan)
  return (
    <section aria-labelledby="current-plan" className={`surface stack-4 shrinkable ${styles['card']}`}>
      <div className={styles['header']}>
        <div className="stack-1">
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
      <dl className={styles['details']}>
        <div>
          <dt>{dateName}</dt>
          <dd>{plan.endDate ? formatDate(plan.endDate) : 'None'}</dd>
        </div>
      </dl>
      <div className={`wrap ${styles['actions']}`}>
        {(plan.tier !== 'studio' || hasPlanEnded(plan)) && (
          <Button onClick={onUpgrade}>{hasPlanEnded(plan) ? 'Choose a Plan' : 'Upgrade Plan'}</Button>
        )}
        <Button onClick={() => void openPortal()}>Manage Billing</Button>
        <CancelPlan plan={plan} />
      </div>
    </section>
  )
}

/** Shows a problem of the plan with the action that solves it. Renders nothing without a problem. */
export function PlanNote({ plan }: { plan: http.Subscription }) {
  const [isBusy, setIsBusy] = useState(false)
  const { note, tone } = describePlanStatus(plan)
  if (!note) return null
  const keepPlan = async () => {
    setIsBusy(true)
    const { result } = await setCancellation(false)
    setIsBusy(false)
    if (result === 'failed') showError('The plan could not be kept. Please try again.')
  }
  const action =
    plan.status === 'past_due' ? (
      <Button onClick={() => void openPortal()}>Update Card</Button>
    ) : (
      plan.managed &&
      plan.cancelAtPeriodEnd && (
        <Button disabled={isBusy} onClick={() => void keepPlan()}>
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

/** S-BILL-05: a note that explains how payments are processed. */
export function PaymentNote() {
  const { data: config } = useCached(subscriptionConfigQuery())
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

/**
 * rule 11: a button that cancels the plan at the end of the paid period. Until then PlanNote offers to keep the plan.
 */
function CancelPlan({ plan }: { plan: http.Subscription }) {
  const [isBusy, setIsBusy] = useState(false)
  const isRunning = plan.status === 'active' || plan.status === 'trialing'
  if (!plan.managed || plan.cancelAtPeriodEnd || !isRunning) return null
  const confirmation = {
    title: `Cancel your ${plan.tierName} plan?`,
    text:
      `Your plan stays active${plan.endDate ? ` until ${formatDate(plan.endDate)}` : ''}, and you will not be charged again. ` +
      'Until then you can still decide to keep the plan. When it ends, the limits of the Starter plan apply. Nothing ' +
      'is deleted, and your galleries stay online.',
    action: 'Cancel Plan',
    cancel: 'Keep Plan',
    isDanger: true,
  }
  const cancel = async () => {
    if (!(await confirmAction(confirmation))) return
    setIsBusy(true)
    const { result } = await setCancellation(true)
    setIsBusy(false)
    if (result === 'done') showToast('Plan canceled.')
    else showError('The plan could not be canceled. Please try again.')
  }
  return (
    <Button appearance="quiet" disabled={isBusy} onClick={() => void cancel()}>
      Cancel Plan
    </Button>
  )
}

/** The result of a checkout, shown when the user returns from the payment provider's page. */
export function CheckoutNote({ plan }: { plan: http.Subscription }) {
  const state = useCheckoutReturn()
  if (state === 'none') return null
  if (state === 'canceled') return <Notice>Your plan has not changed.</Notice>
  // The payment may not be confirmed yet, so the user may still have their previous plan.
  if (plan.managed && (plan.status === 'active' || plan.status === 'trialing'))
    return <Notice>Thank you! You are on {plan.tierName} now.</Notice>
  return <Notice>Thank you! Your payment is being confirmed. Your new plan will appear here.</Notice>
}

type CheckoutReturn = 'none' | 'canceled' | 'paid'

const CHECKOUT_RESULTS: Record<string, CheckoutReturn> = { success: 'paid', cancel: 'canceled', canceled: 'canceled' }

/**
 * Reads the result of a checkout from the URL, because the payment provider redirects to ?checkout=success or
 * ?checkout=canceled. After a payment, the server reads the plan from the provider. If that fails, the webhook of the
 * provider updates the plan later.
 */
function useCheckoutReturn(): CheckoutReturn {
  const [params, setParams] = useSearchParams()
  const [state] = useState<CheckoutReturn>(() => CHECKOUT_RESULTS[params.get('checkout') ?? ''] ?? 'none')
  const hasParameter = params.has('checkout')
  useEffect(() => {
    if (!hasParameter) return
    const removeParameter = (current: URLSearchParams) => {
      current.delete('checkout')
      return current
    }
    // Removes the parameter, because a reload or a bookmark must not show the result again.
    setParams(removeParameter, { replace: true, state: { keepScroll: true } })
  }, [hasParameter, setParams])
  useEffect(() => {
    if (state === 'paid') void refreshPlan()
  }, [state])
  return state
}
