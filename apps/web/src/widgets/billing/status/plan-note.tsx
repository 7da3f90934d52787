import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { openPortal, setCancel } from '../billing.actions.ts'
import { planWords } from './plan-words.ts'
import { showError } from '../../../ui/feedback/toast.ts'

/** A problem of the plan, and the action that solves it. Empty without problems. */
export function PlanNote({ plan }: { plan: http.Subscription }) {
  const [isBusy, setIsBusy] = useState(false)
  const { note, tone } = planWords(plan)
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
