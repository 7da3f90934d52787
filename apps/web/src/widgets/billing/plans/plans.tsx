import { PLANS, type http, type Tier } from '@daymark/contracts'
import { useState, type Ref } from 'react'
import { useSession } from '../../../domain/session/session.tsx'
import { useIsPhone } from '../../../lib/hooks/use-media-query.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { confirmAction } from '../../../ui/overlay/confirm.ts'
import type { Confirmation } from '../../../ui/overlay/overlay-store.ts'
import { changePlan } from '../billing.actions.ts'
import { formatPrice } from '../price.ts'
import { isOver } from '../status/plan-words.ts'
import { changeTo } from './comparison.ts'
import { PlanCards } from './plan-cards.tsx'
import { PlanTable } from './plan-table.tsx'
import styles from './plans.module.css'

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
