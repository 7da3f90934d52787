import { type http, PLANS, type Tier, TIERS } from '@daymark/contracts'
import { Check, Minus } from 'lucide-react'
import { type Ref, useId, useState } from 'react'
import { useSession } from '../../domain/session/session.tsx'
import { useIsPhone } from '../../lib/hooks/use-media-query.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { BusyIcon } from '../../ui/feedback/busy-icon.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { confirmAction } from '../../ui/overlay/confirm.ts'
import type { Confirmation } from '../../ui/overlay/overlay-store.ts'
import { changePlan } from './billing.api.ts'
import { planChangeTo, comparePlans, formatPrice, findAddedRows, type FeatureValue } from './comparison.ts'
import styles from './plans.module.css'
import { hasPlanEnded } from './plan-status.ts'

/**
 * Returns the confirmation of a plan change, with its cost. Customers with a subscription need it, because they do not
 * see the page of the card provider before the change.
 */
function changeConfirmation(from: Tier, to: Tier): Confirmation {
  const change = planChangeTo(to, from)
  const { name, price } = PLANS[to]
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
  const [wanted, setWanted] = useState<Tier | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const change = async (tier: Tier) => {
    setWanted(tier)
    setMessage(null)
    const outcome = await changePlan(tier)
    if (outcome.is === 'failed') setMessage(outcome.message)
    if (outcome.is === 'done') {
      showToast('Plan changed.')
      void refresh()
    }
    // The buttons stay disabled while the browser opens the card provider's page.
    if (outcome.is !== 'leaving') setWanted(null)
  }
  return {
    changing: { current: plan.tier, apiTier: plan.apiTier, isOver: hasPlanEnded(plan), wanted },
    message,
    change,
  }
}

/** The comparison of all plans (S-BILL-03, S-BILL-04). */
export function Plans({ plan, ref }: { plan: http.Subscription; ref: Ref<HTMLHeadingElement> }) {
  const isPhone = useIsPhone()
  const { changing, message, change } = usePlanChange(plan)
  const onChange = async (tier: Tier) => {
    if (!plan.managed || (await confirmAction(changeConfirmation(plan.tier, tier)))) await change(tier)
  }
  const View = isPhone ? PlanCards : PlanTable
  return (
    <section aria-labelledby="plans" className={styles['plans']}>
      <h2 id="plans" ref={ref} tabIndex={-1} className={styles['title']}>
        Plans
      </h2>
      {message && <Notice tone="danger">{message}</Notice>}
      <View changing={{ ...changing, onChange: tier => void onChange(tier) }} />
    </section>
  )
}

function PlanCard({ tier, changing }: { tier: Tier; changing: PlanChangeProps }) {
  const id = useId()
  const { below, rows } = findAddedRows(tier, changing.apiTier)
  return (
    <li className={classNames(styles['card'], tier === changing.current && styles['current'])}>
      <h3 id={id} className={styles['name']}>
        {PLANS[tier].name}
      </h3>
      <p className={styles['price']}>
        <strong>{formatPrice(PLANS[tier].price)}</strong> per month
      </p>
      {below && <p className={styles['below']}>Everything in {PLANS[below].name}, and:</p>}
      <ul className={styles['added-rows']}>
        {rows.map(({ name, value }) => (
          <li key={name}>
            <Check aria-hidden />
            {value === true ? name : `${name}: ${value}`}
          </li>
        ))}
      </ul>
      <ChangeButton tier={tier} describedBy={id} changing={changing} />
    </li>
  )
}

/** S-BILL-03 on a phone: one card per plan with the features that it adds. */
const PlanCards = ({ changing }: { changing: PlanChangeProps }) => (
  <ul className={styles['cards']}>
    {TIERS.map(tier => (
      <PlanCard key={tier} tier={tier} changing={changing} />
    ))}
  </ul>
)

function FeatureCell({ value }: { value: FeatureValue }) {
  if (typeof value === 'string') return value
  return value ? (
    <Check aria-label="Included" className={styles['yes']} />
  ) : (
    <Minus aria-label="Not included" className={styles['not-included']} />
  )
}

/** S-BILL-03 on a desktop: a table with the four plans side by side. */
function PlanTable({ changing }: { changing: PlanChangeProps }) {
  const id = useId()
  const column = (tier: string) => (tier === changing.current ? styles['current-column'] : undefined)
  return (
    <div className={styles['frame']}>
      <table className={styles['table']}>
        <caption className="visually-hidden">Plan features</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Feature</span>
            </th>
            {TIERS.map(tier => (
              <th key={tier} scope="col" className={column(tier)}>
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
          {comparePlans(changing.apiTier).map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {TIERS.map(tier => (
                <td key={tier} className={column(tier)}>
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
              <td key={tier} className={column(tier)}>
                <ChangeButton tier={tier} describedBy={id + tier} changing={changing} />
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
  isOver: boolean
  /** The plan to which the user is changing. Null: no change is running. */
  wanted: Tier | null
  onChange: (tier: Tier) => void
}

/** Returns the next higher plan. */
const nextHigherTier = (current: Tier) => TIERS[TIERS.indexOf(current) + 1]

/** S-BILL-04: the button that changes to a plan. `describedBy` is the id of the element with the name of the plan. */
function ChangeButton({ tier, describedBy, changing }: { tier: Tier; describedBy: string; changing: PlanChangeProps }) {
  const { current, isOver, wanted, onChange } = changing
  const change = planChangeTo(tier, current, isOver)
  const recommendedTier = isOver ? current : nextHigherTier(current)
  return (
    <Button
      wide
      aria-describedby={describedBy}
      look={tier === recommendedTier ? 'primary' : 'plain'}
      disabled={change === 'Current Plan' || wanted !== null}
      icon={wanted === tier && <BusyIcon />}
      onClick={() => onChange(tier)}
    >
      {change}
    </Button>
  )
}
