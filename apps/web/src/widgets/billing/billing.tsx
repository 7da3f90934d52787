import { useEffect, useRef } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { subscription } from '../../domain/plan/subscription.queries.ts'
import { logFailure } from '../../lib/log.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton, Skeletons } from '../../ui/feedback/skeleton.tsx'
import styles from './billing.module.css'
import { Invoices } from './invoices.tsx'
import { Plans } from './plans/plans.tsx'
import { CheckoutNote } from './status/checkout-note.tsx'
import { CurrentPlan } from './status/current-plan.tsx'
import { PaymentNote } from './status/payment-note.tsx'
import { PlanNote } from './status/plan-note.tsx'
import { useProviderScript } from './use-provider-script.ts'

const Waiting = () => (
  <Skeletons label="Loading billing" className={styles['billing']}>
    <Skeleton className={styles['waiting']} />
    <Skeleton className={styles['waiting']} />
  </Skeletons>
)

/** The current plan, its cost and the other plans: as a page and as a dialog of Settings. */
export function Billing() {
  useProviderScript()
  const { data: plan, isPending, error, refetch } = useCached(subscription())
  const plans = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (error) logFailure('The plan could not be read', error)
  }, [error])
  const showPlans = () => {
    plans.current?.scrollIntoView?.({ block: 'start' })
    plans.current?.focus({ preventScroll: true })
  }
  if (isPending) return <Waiting />
  if (!plan)
    return (
      <Notice tone="danger" action={<Button onClick={() => void refetch()}>Try Again</Button>}>
        Your plan could not be loaded.
      </Notice>
    )
  return (
    <div className={styles['billing']}>
      <CheckoutNote plan={plan} />
      <PlanNote plan={plan} />
      <CurrentPlan plan={plan} onUpgrade={showPlans} />
      <Plans plan={plan} ref={plans} />
      {plan.managed && <Invoices />}
      <PaymentNote />
    </div>
  )
}
