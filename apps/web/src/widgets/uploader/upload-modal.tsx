import { useCallback, useEffect, useState } from 'react'
import { showToast } from '../../ui/overlay/overlay-store.ts'
import { Modal } from '../../ui/overlay/modal.tsx'
import type { UploadCounts } from './queue/upload-item.ts'
import { getUploadQueue, useUploads } from './queue/upload-queues.ts'
import { Uploader } from './uploader.tsx'

/**
 * L-PHOTO-12: the dialog with the uploader. Uploads continue after the dialog is closed. When all files are uploaded, a
 * toast shows their number; when the list is then cleared, the dialog closes itself.
 */
export function UploadModal(props: {
  title?: string
  /** L-AD-08: the album to which the uploaded photos are added. */
  albumId?: string
  initialFiles: readonly File[]
  onClose: () => void
}) {
  const { title = 'Upload Photos', albumId, initialFiles, onClose } = props
  const { items, failed } = useUploads(getUploadQueue(albumId))
  const [hasFinished, setFinished] = useState(false)
  const finish = useCallback(
    (counts: UploadCounts) => {
      setFinished(true)
      const note = createUploadedNote(counts, albumId !== undefined)
      if (note) showToast(note)
    },
    [albumId],
  )
  const isCompleted = hasFinished && items.length === 0 && failed.length === 0
  useEffect(() => {
    if (isCompleted) onClose()
  }, [isCompleted, onClose])
  return (
    <Modal title={title} onClose={onClose}>
      <Uploader {...(albumId ? { albumId } : {})} initialFiles={initialFiles} onFinished={finish} />
    </Modal>
  )
}

/** Returns the message at the end of a batch, or null if no file succeeded. */
function createUploadedNote({ success, skipped }: UploadCounts, isForAlbum: boolean): string | null {
  const uploaded = success === 1 ? '1 photo uploaded' : `${success} photos uploaded`
  const skippedText = isForAlbum ? `${skipped} added from your library` : `${skipped} already in your library`
  if (skipped === 0) return success ? uploaded : null
  return success ? `${uploaded}, ${skippedText}` : skippedText
}
