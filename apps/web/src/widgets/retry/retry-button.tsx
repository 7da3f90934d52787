import { RotateCw } from 'lucide-react'
import { Button } from '../../ui/buttons/button.tsx'
import { isFailed, photoName, type Photo } from '../../domain/photos/photo.ts'
import { retryPhotos } from '../../domain/photos/photo-edit.actions.ts'

/** A button that processes a failed photo again. Renders nothing for other photos. */
export function RetryButton({ photo, className }: { photo: Photo; className?: string | undefined }) {
  if (!isFailed(photo)) return null
  return (
    <Button
      size="small"
      className={className}
      icon={<RotateCw aria-hidden />}
      aria-label={`Try again ${photoName(photo)}`}
      onClick={() => void retryPhotos([photo])}
    >
      Try Again
    </Button>
  )
}
