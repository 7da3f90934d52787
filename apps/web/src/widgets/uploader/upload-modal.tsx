import { useCallback, useEffect, useState } from 'react'
import { Modal } from '../../ui/overlay/modal.tsx'
import type { UploadCounts } from './queue/upload-item.ts'
import { getUploadQueue, useUploads } from './queue/upload-queues.ts'
import { Uploader } from './uploader.tsx'

/**
 * L-PHOTO-12: the dialog with the uploader. Closing it does not stop the uploads. It closes automatically after all
 * files are uploaded and the list is cleared.
 */
export function UploadModal(props: {
  title?: string
  /** L-AD-08: the album to which the uploaded photos are added. */
  albumId?: string
  initialFiles: readonly File[]
  onFinished: (counts: UploadCounts) => void
  onClose: () => void
}) {
  const { title = 'Upload Photos', albumId, initialFiles, onFinished, onClose } = props
  const { items, failed } = useUploads(getUploadQueue(albumId))
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
