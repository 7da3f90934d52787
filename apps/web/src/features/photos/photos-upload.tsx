import { lazy, Suspense, useCallback } from 'react'
import { useToast } from '../../ui/toast.tsx'
import type { UploadCounts } from '../../widgets/uploader/upload-queue.ts'

const UploadModal = lazy(async () => ({
  default: (await import('../../widgets/uploader/upload-modal.tsx')).UploadModal,
}))

/** `files` were dropped on the page; null keeps it closed. */
export function PhotosUpload({ files, onClose }: { files: readonly File[] | null; onClose: () => void }) {
  const toast = useToast()
  const onUploaded = useCallback(
    ({ success }: UploadCounts) => {
      if (success) toast(success === 1 ? '1 photo uploaded' : `${success} photos uploaded`)
    },
    [toast],
  )
  return <Suspense>{files && <UploadModal initialFiles={files} onFinished={onUploaded} onClose={onClose} />}</Suspense>
}
