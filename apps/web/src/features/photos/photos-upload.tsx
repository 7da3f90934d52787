import { lazy, Suspense, useCallback } from 'react'
import { showToast } from '../../ui/feedback/toast.ts'
import type { UploadCounts } from '../../widgets/uploader/queue/upload-item.ts'
import { createUploadedNote } from '../../widgets/uploader/queue/uploaded-note.ts'

const DropOverlay = lazy(async () => ({
  default: (await import('../../widgets/uploader/files/drop-overlay.tsx')).DropOverlay,
}))
const UploadModal = lazy(async () => ({
  default: (await import('../../widgets/uploader/upload-modal.tsx')).UploadModal,
}))

type Props = {
  isDropping: boolean
  /** Files dropped on the page; null: the uploader is closed. */
  files: readonly File[] | null
  onClose: () => void
}

export function PhotosUpload({ isDropping, files, onClose }: Props) {
  const onUploaded = useCallback((counts: UploadCounts) => {
    const note = createUploadedNote(counts)
    if (note) showToast(note)
  }, [])
  return (
    <Suspense>
      {isDropping && <DropOverlay />}
      {files && <UploadModal initialFiles={files} onFinished={onUploaded} onClose={onClose} />}
    </Suspense>
  )
}
