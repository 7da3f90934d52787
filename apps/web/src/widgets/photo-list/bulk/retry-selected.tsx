import { RotateCw } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import type { MenuItem } from '../../../ui/overlay/menu.tsx'
import { isFailed, type Photo } from '../../../domain/photos/photo.ts'
import { retryPhotos } from '../../../domain/photos/retry.actions.ts'

type RetryProps = { selected: readonly Photo[]; onCancel: () => void }

/** Returns the action that processes the failed photos of the selection again. Undefined if the selection contains none. */
const createRetryAction = ({ selected, onCancel }: RetryProps) =>
  selected.some(isFailed)
    ? () => {
        onCancel()
        void retryPhotos(selected)
      }
    : undefined

export function RetrySelected(props: RetryProps) {
  const onRetry = createRetryAction(props)
  return onRetry ? (
    <Button icon={<RotateCw aria-hidden />} onClick={onRetry}>
      Try Again
    </Button>
  ) : null
}

export function createRetryMenuItems(selected: RetryProps): MenuItem[] {
  const onSelect = createRetryAction(selected)
  return onSelect ? [{ label: 'Try Again', icon: <RotateCw aria-hidden />, onSelect }] : []
}
