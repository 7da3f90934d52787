import type { http } from '@daymark/contracts'
import { lazy, Suspense, useEffect } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { featuresOf } from '../../../domain/plan/feature-names.ts'
import { subscription } from '../../../domain/plan/subscription.queries.ts'
import { logFailure } from '../../../lib/log.ts'
import { useSearchParams } from '../../../lib/router.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { formatPrice } from '../../../widgets/billing/price.ts'
import { PlanNote } from '../../../widgets/billing/status/plan-note.tsx'
import { planWords } from '../../../widgets/billing/status/plan-words.ts'
import { SettingsBlock, SettingsRow } from '../frame/settings-row.tsx'
import { SettingsSection } from '../frame/settings-section.tsx'
import { Features } from './features.tsx'
import styles from './plan.module.css'

const BillingDialog = lazy(async () => ({
  default: (await import('../../../widgets/billing/billing.dialog.tsx')).BillingDialog,
}))

/** S-SET-05, S-SET-06. Part of the address: Back closes it, and a reload keeps it. */
function useBilling() {
  const [params, setParams] = useSearchParams()
  // Back must not open a closed dialog again.
  const show = (isOpen: boolean) =>
    setParams(isOpen ? { billing: 'open' } : {}, { replace: !isOpen, state: { keepScroll: true } })
  return { isOpen: params.has('billing'), open: () => show(true), close: () => show(false) }
}

function Plan({ plan, onBilling }: { plan: http.Subscription; onBilling: () => void }) {
  const { status, note } = planWords(plan)
  return (
    <>
      {note && (
        <SettingsBlock>
          <PlanNote plan={plan} />
        </SettingsBlock>
      )}
      <SettingsRow
        label={<span className={styles['tier']}>{plan.tierName}</span>}
        hint={`${status} · ${formatPrice(plan.price)} per month`}
      >
        {plan.tier !== 'studio' && (
          <Button look="primary" aria-haspopup="dialog" onClick={onBilling}>
            Upgrade Plan
          </Button>
        )}
        <Button aria-haspopup="dialog" onClick={onBilling}>
          Manage Billing
        </Button>
      </SettingsRow>
      <SettingsBlock>
        <Features {...featuresOf(plan)} />
      </SettingsBlock>
    </>
  )
}

/** L-ERR-10: a failure to read the plan is logged, and Billing stays reachable. */
export function PlanSection() {
  const { data: plan, isPending, error } = useCached(subscription())
  const billing = useBilling()
  useEffect(() => {
    if (error) logFailure('The plan could not be read', error)
  }, [error])
  return (
    <SettingsSection about="Your plan and its features.">
      {plan && <Plan plan={plan} onBilling={billing.open} />}
      {isPending && (
        <SettingsBlock>
          <Skeleton className={styles['waiting']} />
        </SettingsBlock>
      )}
      {error && !plan && (
        <SettingsRow label="Your plan">
          <Button aria-haspopup="dialog" onClick={billing.open}>
            Manage Billing
          </Button>
        </SettingsRow>
      )}
      <Suspense>{billing.isOpen && <BillingDialog onClose={billing.close} />}</Suspense>
    </SettingsSection>
  )
}
