import { useLeaveQuestion } from '../../../lib/hooks/use-leave-question.ts'
import { useUnloadWarning } from '../../../lib/hooks/use-unload-warning.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm.dialog.tsx'

/** S-WM-05: asks before unsaved changes are lost. When the tab closes, the browser asks. */
export function LeaveWarning({ isUnsaved }: { isUnsaved: boolean }) {
  const leaving = useLeaveQuestion(isUnsaved)
  useUnloadWarning(isUnsaved)
  if (!leaving) return null
  return (
    <ConfirmDialog
      title="Leave without saving?"
      text="Your changes to the watermark are not saved, and visitors do not see them."
      action="Leave"
      cancel="Keep Editing"
      isDanger
      onConfirm={() => leaving.proceed()}
      onClose={() => leaving.reset()}
    />
  )
}
