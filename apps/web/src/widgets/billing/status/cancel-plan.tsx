import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { formatDate } from '../../../lib/format/dates.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { showError, showToast } from '../../../ui/feedback/toast.ts'
import { confirmAction } from '../../../ui/overlay/confirm.ts'
import { setCancel } from '../billing.actions.ts'

/** Cancels at the end of the paid period; until then PlanNote offers to keep the plan (rule 11). */
export function CancelPlan({ plan }: { plan: http.Subscription }) {
  const [isBusy, setIsBusy] = useState(false)
  const isRunning = plan.status === 'active' || plan.status === 'trialing'
  if (!plan.managed || plan.cancelAtPeriodEnd || !isRunning) return null
  const confirmation = {
    title: `Cancel your ${plan.tierName} plan?`,
    text:
      `Your plan stays active${plan.endDate ? ` until ${formatDate(plan.endDate)}` : ''}, and you will not be charged again. ` +
      'You can change your mind until then. After that the limits of Starter apply. Nothing is deleted, and your ' +
      'galleries stay online.',
    action: 'Cancel Plan',
    cancel: 'Keep Plan',
    isDanger: true,
  }
  const cancel = async () => {
    if (!(await confirmAction(confirmation))) return
    setIsBusy(true)
    const { is } = await setCancel(true)
    setIsBusy(false)
    if (is === 'done') showToast('Plan canceled.')
    else showError('The plan could not be canceled. Please try again.')
  }
  return (
    <Button look="quiet" disabled={isBusy} onClick={() => void cancel()}>
      Cancel Plan
    </Button>
  )
}
