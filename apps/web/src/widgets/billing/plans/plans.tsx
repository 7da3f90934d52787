import type { http, Tier } from '@daymark/contracts'
import { useState, type Ref } from 'react'
import { useSession } from '../../../domain/session/session.tsx'
import { useIsPhone } from '../../../lib/hooks/use-media-query.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'
import { changePlan } from '../billing.actions.ts'
import { isOver } from '../status/plan-words.ts'
import { ConfirmChangeDialog } from './confirm-change.dialog.tsx'
import { PlanCards } from './plan-cards.tsx'
import { PlanTable } from './plan-table.tsx'
import styles from './plans.module.css'

function useChange(plan: http.Subscription) {
  const showToast = useToast()
  const { refresh } = useSession()
  const [wanted, setWanted] = useState<Tier | null>(null)
  const [sentence, setSentence] = useState<string | null>(null)
  const change = async (tier: Tier) => {
    setWanted(tier)
    setSentence(null)
    const outcome = await changePlan(tier)
    if (outcome.is === 'failed') setSentence(outcome.sentence)
    if (outcome.is === 'done') {
      showToast('Your plan was changed.')
      void refresh()
    }
    // On the way to another page it stays as it is.
    if (outcome.is !== 'leaving') setWanted(null)
  }
  return { changing: { current: plan.tier, apiTier: plan.apiTier, isOver: isOver(plan), wanted }, sentence, change }
}

/** S-BILL-03, S-BILL-04 */
export function Plans({ plan, ref }: { plan: http.Subscription; ref: Ref<HTMLHeadingElement> }) {
  const isPhone = useIsPhone()
  const { changing, sentence, change } = useChange(plan)
  const [asked, setAsked] = useState<Tier | null>(null)
  const onChange = (tier: Tier) => (plan.managed ? setAsked(tier) : void change(tier))
  const View = isPhone ? PlanCards : PlanTable
  return (
    <section aria-labelledby="plans" className={styles['plans']}>
      <h2 id="plans" ref={ref} tabIndex={-1} className={styles['title']}>
        Plans
      </h2>
      {sentence && <Notice tone="danger">{sentence}</Notice>}
      <View changing={{ ...changing, onChange }} />
      {asked && (
        <ConfirmChangeDialog
          from={plan.tier}
          to={asked}
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null)
            void change(asked)
          }}
        />
      )}
    </section>
  )
}
