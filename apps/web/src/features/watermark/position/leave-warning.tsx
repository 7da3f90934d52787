import { useLeaveQuestion } from '../../../lib/hooks/use-leave-question.ts'
import { useUnloadWarning } from '../../../lib/hooks/use-unload-warning.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'

/** Whoever leaves with something that is not saved (S-WM-05) is asked first; a closed tab asks by itself. */
export function LeaveWarning({ isUnsaved }: { isUnsaved: boolean }) {
  const leaving = useLeaveQuestion(isUnsaved)
  useUnloadWarning(isUnsaved)
  if (!leaving) return null
  const actions = (
    <>
      <Button look="danger" onClick={() => leaving.proceed()}>
        Leave
      </Button>
      <Button look="primary" onClick={() => leaving.reset()}>
        Keep Editing
      </Button>
    </>
  )
  return (
    <Modal title="Leave without saving?" onClose={() => leaving.reset()} actions={actions}>
      <p>What you changed about your watermark is not saved yet, and visitors do not see it.</p>
    </Modal>
  )
}
