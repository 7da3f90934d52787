import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { formatDate } from '../../../lib/format/dates.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { setCancel } from '../billing.actions.ts'

/** Whoever pays may stop: with what is paid for, and until then it can be taken back (rule 11). The note above says both. */
export function CancelPlan({ plan }: { plan: http.Subscription }) {
  const showToast = useToast()
  const [isAsked, setIsAsked] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const isRunning = plan.status === 'active' || plan.status === 'trialing'
  if (!plan.managed || plan.cancelAtPeriodEnd || !isRunning) return null
  const close = () => setIsAsked(false)
  const cancel = async () => {
    setIsBusy(true)
    const { is } = await setCancel(true)
    setIsBusy(false)
    close()
    if (is === 'done') showToast('Your plan was canceled.')
    else window.alert('Your plan could not be canceled. Please try again.')
  }
  const actions = (
    <>
      <Button look="danger" disabled={isBusy} onClick={() => void cancel()}>
        Cancel Plan
      </Button>
      <Button look="primary" data-autofocus onClick={close}>
        Keep Plan
      </Button>
    </>
  )
  return (
    <>
      <Button look="quiet" onClick={() => setIsAsked(true)}>
        Cancel Plan
      </Button>
      {isAsked && (
        <Modal title={`Cancel your ${plan.tierName} plan?`} actions={actions} onClose={close}>
          <p>
            It stays as it is{plan.endDate && ` until ${formatDate(plan.endDate)}`}, and no further payment is taken.
            Until then you can take it back here. After that the limits of Starter count; nothing is deleted, and
            galleries stay online.
          </p>
        </Modal>
      )}
    </>
  )
}
