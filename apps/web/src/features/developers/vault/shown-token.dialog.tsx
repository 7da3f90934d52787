import { showToast } from '../../../ui/feedback/toast.ts'
import { ShownOnce } from '../frame/shown-once.dialog.tsx'

/** S-VAULT-11: as long as the button shows 'Copied'. */
const COPIED_MS = 2000

/** S-VAULT-04 */
export function ShownTokenDialog({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <ShownOnce
      title="Your New Token"
      text="Copy it now. It is shown only once."
      secret={token}
      onCopied={() => showToast('Token copied to clipboard', COPIED_MS)}
      onClose={onClose}
    />
  )
}
