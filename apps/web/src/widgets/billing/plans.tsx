import { type http, PLANS, type Tier, TIERS } from '@daymark/contracts'
import { Check, Minus } from 'lucide-react'
import { type Ref, useId, useState } from 'react'
import { useSession } from '../../domain/session/session.tsx'
import { useIsPhone } from '../../lib/hooks/use-media-query.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { BusyIcon } from '../../ui/feedback/busy-mark.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { confirmAction } from '../../ui/overlay/confirm.ts'
import type { Confirmation } from '../../ui/overlay/overlay-store.ts'
import { changePlan } from './billing.api.ts'
import { changeTo, comparison, formatPrice, addedRows, type Value } from './comparison.ts'
import styles from './plans.module.css'
import { isOver } from './plan-status.ts'

/** Paying customers do not see the card provider's page before a change, so the cost is stated here. */
function changeConfirmation(from: Tier, to: Tier): Confirmation {
  const change = changeTo(to, from)
  const { name, price } = PLANS[to]
  const consequence =
    change === 'Upgrade'
      ? 'The rest of this month is charged in proportion to your card.'
      : 'The unused part of this month is credited. Nothing is deleted, and galleries stay online.'
  return {
    title: `${change} to ${name}?`,
    text: `${name} costs ${formatPrice(price)} per month and starts now. ${consequence}`,
    action: `${change} to ${name}`,
  }
}

function useChange(plan: http.Subscription) {
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
    // The buttons stay disabled while the browser leaves for the card provider.
    if (outcome.is !== 'leaving') setWanted(null)
  }
  return { changing: { current: plan.tier, apiTier: plan.apiTier, isOver: isOver(plan), wanted }, message, change }
}

/** S-BILL-03, S-BILL-04 */
export function Plans({ plan, ref }: { plan: http.Subscription; ref: Ref<HTMLHeadingElement> }) {
  const isPhone = useIsPhone()
  const { changing, message, change } = useChange(plan)
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

function Card({ tier, changing }: { tier: Tier; changing: Changing }) {
  const id = useId()
  const { below, rows } = addedRows(tier, changing.apiTier)
  return (
    <li className={classNames(styles['card'], tier === changing.current && styles['current'])}>
      <h3 id={id} className={styles['name']}>
        {PLANS[tier].name}
      </h3>
      <p className={styles['price']}>
        <strong>{formatPrice(PLANS[tier].price)}</strong> per month
      </p>
      {below && <p className={styles['below']}>Everything in {PLANS[below].name}, and:</p>}
      <ul className={styles['addedRows']}>
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

/** S-BILL-03 on a phone: one plan below the other, each with what it adds. */
const PlanCards = ({ changing }: { changing: Changing }) => (
  <ul className={styles['cards']}>
    {TIERS.map(tier => (
      <Card key={tier} {...{ tier, changing }} />
    ))}
  </ul>
)

function Cell({ value }: { value: Value }) {
  if (typeof value === 'string') return value
  return value ? (
    <Check aria-label="Included" className={styles['yes']} />
  ) : (
    <Minus aria-label="Not included" className={styles['no']} />
  )
}

/** S-BILL-03: the four plans side by side, if there is space. */
function PlanTable({ changing }: { changing: Changing }) {
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
          {comparison(changing.apiTier).map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {TIERS.map(tier => (
                <td key={tier} className={column(tier)}>
                  <Cell value={values[tier]} />
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

type Changing = {
  current: Tier
  /** The lowest plan with API access in this installation. */
  apiTier: Tier
  /** The current plan has ended. */
  isOver: boolean
  /** The requested plan. */
  wanted: Tier | null
  onChange: (tier: Tier) => void
}

/** The recommended plan. */
const nextTier = (current: Tier) => TIERS[TIERS.indexOf(current) + 1]

/** S-BILL-04. `describedBy` names the plan. */
function ChangeButton({ tier, describedBy, changing }: { tier: Tier; describedBy: string; changing: Changing }) {
  const { current, isOver, wanted, onChange } = changing
  const change = changeTo(tier, current, isOver)
  const offered = isOver ? current : nextTier(current)
  return (
    <Button
      wide
      aria-describedby={describedBy}
      look={tier === offered ? 'primary' : 'plain'}
      disabled={change === 'Current Plan' || wanted !== null}
      icon={wanted === tier && <BusyIcon />}
      onClick={() => onChange(tier)}
    >
      {change}
    </Button>
  )
}
