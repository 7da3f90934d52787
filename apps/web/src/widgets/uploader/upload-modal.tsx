import { useCallback, useEffect, useState } from 'react'
import { Modal } from '../../ui/overlay/modal.tsx'
import type { UploadCounts } from './queue/upload-state.ts'
import { uploadQueue, useUploads } from './queue/upload-queues.ts'
import { Uploader } from './uploader.tsx'

/**
 * L-PHOTO-12. Closing it does not stop the uploads, and reopening it shows them. After everything is uploaded and the list is
 * cleared, it closes automatically.
 */
export function UploadModal(props: {
  title?: string
  /** The album that receives the photos in addition to the library (L-AD-08). */
  albumId?: string
  initialFiles: readonly File[]
  onFinished: (counts: UploadCounts) => void
  onClose: () => void
}) {
  const { title = 'Upload Photos', albumId, initialFiles, onFinished, onClose } = props
  const { items, failed } = useUploads(uploadQueue(albumId))
  const [hasFinished, setFinished] = useState(false)
  const finish = useCallback(
    (counts: UploadCounts) => {
      setFinished(true)
      onFinished(counts)
    },
    [onFinished],
  )
  const isOver = hasFinished && items.length === 0 && failed.length === 0
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])
  return (
    <Modal title={title} onClose={onClose}>
      <Uploader {...(albumId ? { albumId } : {})} initialFiles={initialFiles} onFinished={finish} />
    </Modal>
  )
}
