import { RotateCw } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import type { Photo } from '../photos/photo.ts'
import { isFailed, retryPhotos } from '../photos/retry.actions.ts'

/** Only where photos that failed are among those selected; the others are left alone, and the selection ends. */
export const retryOf = (selected: readonly Photo[], onStart: () => void) =>
  selected.some(isFailed)
    ? () => {
        onStart()
        void retryPhotos(selected)
      }
    : undefined

export const RetrySelected = ({ onRetry }: { onRetry: (() => void) | undefined }) =>
  onRetry ? (
    <Button icon={<RotateCw aria-hidden />} onClick={onRetry}>
      Try Again
    </Button>
  ) : null

export const retryItem = (onRetry: (() => void) | undefined): MenuItem[] =>
  onRetry ? [{ label: 'Try Again', icon: <RotateCw aria-hidden />, onSelect: onRetry }] : []
