import { type http, PLANS, type Tier, TIERS } from '@daymark/contracts'
import { Check, Minus } from 'lucide-react'
import { type Ref, useId, useState } from 'react'
import { useSession } from '../../domain/session/session.tsx'
import { useIsPhone } from '../../lib/hooks/use-size.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { BusyIcon } from '../../ui/feedback/spinner.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showToast, confirmAction, type Confirmation } from '../../ui/overlay/overlay-store.ts'
import { changePlan } from './billing.api.ts'
import { getPlanChange, comparePlans, formatPrice, findAddedRows, type FeatureValue } from './comparison.ts'
import styles from './plans.module.css'
import { hasPlanEnded } from './plan-status.ts'

/**
 * Returns the confirmation of a plan change, with its cost. Customers with a subscription need it, because they do not
 * see the page of the payment provider before the change.
 */
function createChangeConfirmation(currentTier: Tier, newTier: Tier): Confirmation {
  const change = getPlanChange(newTier, currentTier)
  const { name, price } = PLANS[newTier]
  const consequence =
    change === 'Upgrade'
      ? 'Your card is charged in proportion to the rest of this month.'
      : 'The unused part of this month is credited. Nothing is deleted, and galleries stay online.'
  return {
    title: `${change} to ${name}?`,
    text: `${name} costs ${formatPrice(price)} per month and starts now. ${consequence}`,
    action: `${change} to ${name}`,
  }
}

function usePlanChange(plan: http.Subscription) {
  const { refresh } = useSession()
  const [pendingTier, setPendingTier] = useState<Tier | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const change = async (tier: Tier) => {
    setPendingTier(tier)
    setMessage(null)
    const outcome = await changePlan(tier)
    if (outcome.result === 'failed') setMessage(outcome.message)
    if (outcome.result === 'done') {
      showToast('Plan changed.')
      void refresh()
    }
    // The buttons stay disabled while the browser opens the payment provider's page.
    if (outcome.result !== 'redirecting') setPendingTier(null)
  }
  return {
    planChange: { current: plan.tier, apiTier: plan.apiTier, hasEnded: hasPlanEnded(plan), pendingTier },
    message,
    change,
  }
}

/** The comparison of all plans (S-BILL-03, S-BILL-04). */
export function Plans({ plan, ref }: { plan: http.Subscription; ref: Ref<HTMLHeadingElement> }) {
  const isPhone = useIsPhone()
  const { planChange, message, change } = usePlanChange(plan)
  const onChange = async (tier: Tier) => {
    if (!plan.managed || (await confirmAction(createChangeConfirmation(plan.tier, tier)))) await change(tier)
  }
  const PlanComparison = isPhone ? PlanCards : PlanTable
  return (
    <section aria-labelledby="plans" className="stack-3 shrinkable">
      <h2 id="plans" ref={ref} tabIndex={-1} className={styles['title']}>
        Plans
      </h2>
      {message && <Notice tone="danger">{message}</Notice>}
      <PlanComparison planChange={{ ...planChange, onChange: tier => void onChange(tier) }} />
    </section>
  )
}

function PlanCard({ tier, planChange }: { tier: Tier; planChange: PlanChangeProps }) {
  const id = useId()
  const { lowerTier, rows } = findAddedRows(tier, planChange.apiTier)
  return (
    <li className={classNames('surface', styles['card'], tier === planChange.current && styles['current'])}>
      <h3 id={id} className="text-3">
        {PLANS[tier].name}
      </h3>
      <p className={styles['price']}>
        <strong>{formatPrice(PLANS[tier].price)}</strong> per month
      </p>
      {lowerTier && <p className={styles['lower-plan']}>Everything in {PLANS[lowerTier].name}, and:</p>}
      <ul className={styles['added-rows']}>
        {rows.map(({ name, value }) => (
          <li key={name}>
            <Check aria-hidden />
            {value === true ? name : `${name}: ${value}`}
          </li>
        ))}
      </ul>
      <ChangeButton tier={tier} describedBy={id} planChange={planChange} />
    </li>
  )
}

/** S-BILL-03 on a phone: one card per plan with the features that the plan adds to the next lower plan. */
const PlanCards = ({ planChange }: { planChange: PlanChangeProps }) => (
  <ul className="stack-3">
    {TIERS.map(tier => (
      <PlanCard key={tier} tier={tier} planChange={planChange} />
    ))}
  </ul>
)

function FeatureCell({ value }: { value: FeatureValue }) {
  if (typeof value === 'string') return value
  return value ? (
    <Check aria-label="Included" className="good-text" />
  ) : (
    <Minus aria-label="Not included" className={styles['not-included']} />
  )
}

/** S-BILL-03 on a desktop: a table with the four plans side by side. */
function PlanTable({ planChange }: { planChange: PlanChangeProps }) {
  const id = useId()
  const columnClass = (tier: string) => (tier === planChange.current ? styles['current-column'] : undefined)
  return (
    <div className={`surface ${styles['frame']}`}>
      <table className={styles['table']}>
        <caption className="visually-hidden">Plan features</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Feature</span>
            </th>
            {TIERS.map(tier => (
              <th key={tier} scope="col" className={columnClass(tier)}>
                <span id={id + tier} className={styles['column-name']}>
                  {PLANS[tier].name}
                </span>
                <span className={styles['column-price']}>
                  <strong>{formatPrice(PLANS[tier].price)}</strong> per month
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparePlans(planChange.apiTier).map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {TIERS.map(tier => (
                <td key={tier} className={columnClass(tier)}>
                  <FeatureCell value={values[tier]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              <span className="visually-hidden">Change</span>
            </th>
            {TIERS.map(tier => (
              <td key={tier} className={columnClass(tier)}>
                <ChangeButton tier={tier} describedBy={id + tier} planChange={planChange} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

type PlanChangeProps = {
  current: Tier
  /** The lowest plan of this installation with API access. */
  apiTier: Tier
  /** Whether the current plan has ended. */
  hasEnded: boolean
  /** The plan to which the user is changing. Null: no change is running. */
  pendingTier: Tier | null
  onChange: (tier: Tier) => void
}

/** Returns the next higher plan. */
const nextHigherTier = (current: Tier) => TIERS[TIERS.indexOf(current) + 1]

/** S-BILL-04: the button that changes to a plan. `describedBy` is the id of the element with the name of the plan. */
function ChangeButton({
  tier,
  describedBy,
  planChange,
}: {
  tier: Tier
  describedBy: string
  planChange: PlanChangeProps
}) {
  const { current, hasEnded, pendingTier, onChange } = planChange
  const change = getPlanChange(tier, current, hasEnded)
  const recommendedTier = hasEnded ? current : nextHigherTier(current)
  return (
    <Button
      wide
      aria-describedby={describedBy}
      appearance={tier === recommendedTier ? 'primary' : 'plain'}
      disabled={change === 'Current Plan' || pendingTier !== null}
      icon={pendingTier === tier && <BusyIcon />}
      onClick={() => onChange(tier)}
    >
      {change}
    </Button>
  )
}
