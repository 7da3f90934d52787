import { CloudOff } from 'lucide-react'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export function PhotosFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      icon={<CloudOff aria-hidden />}
      title="Your photos could not be loaded"
      text="Your photos are safe. Check your connection and try again."
    >
      <Button look="primary" onClick={onRetry}>
        Try Again
      </Button>
    </EmptyState>
  )
}
