import { RotateCw } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import type { MenuItem } from '../../ui/menu.tsx'

/** Only where photos that failed are among those selected; the others are left alone. */
export const RetrySelected = ({ onRetry }: { onRetry: (() => void) | undefined }) =>
  onRetry ? (
    <Button icon={<RotateCw aria-hidden />} onClick={onRetry}>
      Try Again
    </Button>
  ) : null

export const retryItem = (onRetry: (() => void) | undefined): MenuItem[] =>
  onRetry ? [{ label: 'Try Again', icon: <RotateCw aria-hidden />, onSelect: onRetry }] : []
