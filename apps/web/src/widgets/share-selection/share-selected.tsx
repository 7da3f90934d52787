import { Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import type { Photo } from '../../domain/photos/photo.ts'
import { lazyOf } from '../../lib/lazy.ts'

const ShareSelectionDialog = lazyOf(() => import('./share-selection.dialog.tsx'), 'ShareSelectionDialog')

/**
 * Returns the action that shares the selected photos, and its dialog. If a link was created, `onDone` is called when
 * the dialog closes.
 */
export function useShareSelected(selected: readonly Photo[], onDone: () => void) {
  const [photoIds, setPhotoIds] = useState<string[] | null>(null)
  const close = (isCreated: boolean) => {
    setPhotoIds(null)
    if (isCreated) onDone()
  }
  return {
    share: () => setPhotoIds(selected.map(({ id }) => id)),
    dialog: <Suspense>{photoIds && <ShareSelectionDialog photoIds={photoIds} onClose={close} />}</Suspense>,
  }
}

type Props = { selected: readonly Photo[]; onDone: () => void; hasIcon?: boolean; className?: string | undefined }

export function ShareSelected({ selected, onDone, hasIcon = true, className }: Props) {
  const { share, dialog } = useShareSelected(selected, onDone)
  return (
    <>
      <Button
        className={className}
        icon={hasIcon && <Share2 aria-hidden />}
        disabled={selected.length === 0}
        onClick={share}
      >
        Share Selection
      </Button>
      {dialog}
    </>
  )
}
