import type { http } from '@daymark/contracts'
import { Check } from 'lucide-react'
import { type ReactNode, Suspense, useId } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { formatFeatureName, featuresOf } from '../../domain/plan/feature-names.ts'
import { subscriptionQuery } from '../../domain/plan/plan.queries.ts'
import { lazyOf } from '../../lib/lazy.ts'
import { useFailureLog } from '../../lib/hooks/use-failure-log.ts'
import { useSearchParams } from '../../lib/router.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { formatPrice } from '../../widgets/billing/comparison.ts'
import { PlanNote } from '../../widgets/billing/current-plan.tsx'
import { describePlanStatus } from '../../widgets/billing/plan-status.ts'
import { LockIcon } from '../../widgets/plan/locked-feature.tsx'
import { SettingsBlock, SettingsRow, SettingsSection } from './frame/settings-section.tsx'
import styles from './settings.module.css'

const BillingDialog = lazyOf(() => import('../../widgets/billing/billing.tsx'), 'BillingDialog')

/**
 * S-SET-05, S-SET-06: stores in the URL whether the billing dialog is open. Back then closes the dialog, and a reload
 * keeps it open.
 */
function useBillingDialog() {
  const [params, setParams] = useSearchParams()
  // Closing the dialog replaces the history entry, so that Back does not open it again.
  const show = (isOpen: boolean) =>
    setParams(isOpen ? { billing: 'open' } : {}, { replace: !isOpen, state: { keepScroll: true } })
  return { isOpen: params.has('billing'), open: () => show(true), close: () => show(false) }
}

function PlanRows({ plan, onOpenBilling }: { plan: http.Subscription; onOpenBilling: () => void }) {
  const { status, note } = describePlanStatus(plan)
  return (
    <>
      {note && (
        <SettingsBlock>
          <PlanNote plan={plan} />
        </SettingsBlock>
      )}
      <SettingsRow
        label={<span className="text-4">{plan.tierName}</span>}
        hint={`${status} · ${formatPrice(plan.price)} per month`}
      >
        {plan.tier !== 'studio' && (
          <Button appearance="primary" aria-haspopup="dialog" onClick={onOpenBilling}>
            Upgrade Plan
          </Button>
        )}
        <Button aria-haspopup="dialog" onClick={onOpenBilling}>
          Manage Billing
        </Button>
      </SettingsRow>
      <SettingsBlock>
        <PlanFeatures {...featuresOf(plan)} />
      </SettingsBlock>
    </>
  )
}

/**
 * L-ERR-10: the plan and its features. If the plan cannot be read, the failure is logged and the billing dialog stays
 * available.
 */
export function PlanSection() {
  const { data: plan, isPending, error } = useCached(subscriptionQuery())
  const billing = useBillingDialog()
  useFailureLog('The plan could not be read', error)
  return (
    <SettingsSection description="Your plan and its features.">
      {plan && <PlanRows plan={plan} onOpenBilling={billing.open} />}
      {isPending && (
        <SettingsBlock>
          <Skeleton className={styles['loading-plan']} />
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

function FeatureList({ title, icon, features }: { title: string; icon: ReactNode; features: readonly string[] }) {
  const id = useId()
  if (features.length === 0) return null
  return (
    <div className="stack-2">
      <h3 id={id}>{title}</h3>
      <ul aria-labelledby={id} className={styles['features']}>
        {features.map(feature => (
          <li key={feature}>
            {icon}
            {formatFeatureName(feature)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The features of the plan, and those that a higher plan would add (S-SET-08, S-SET-09). */
const PlanFeatures = ({ included, locked }: { included: readonly string[]; locked: readonly string[] }) => (
  <>
    <FeatureList title="Included" icon={<Check aria-hidden className="good-text" />} features={included} />
    <FeatureList title="Locked on your plan" icon={<LockIcon />} features={locked} />
  </>
)
