import { RotateCw } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import type { MenuItem } from '../../../ui/overlay/menu.tsx'
import { isFailed, type Photo } from '../../../domain/photos/photo.ts'
import { retryPhotos } from '../../../domain/photos/retry.actions.ts'

type Selected = { selected: readonly Photo[]; onCancel: () => void }

/** Shown only if failed photos are selected; the others are unchanged, and the selection ends. */
const retryOf = ({ selected, onCancel }: Selected) =>
  selected.some(isFailed)
    ? () => {
        onCancel()
        void retryPhotos(selected)
      }
    : undefined

export function RetrySelected(props: Selected) {
  const onRetry = retryOf(props)
  return onRetry ? (
    <Button icon={<RotateCw aria-hidden />} onClick={onRetry}>
      Try Again
    </Button>
  ) : null
}

export function retryItem(selected: Selected): MenuItem[] {
  const onSelect = retryOf(selected)
  return onSelect ? [{ label: 'Try Again', icon: <RotateCw aria-hidden />, onSelect }] : []
}
