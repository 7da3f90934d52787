import { lazy, Suspense, useCallback } from 'react'
import { useToast } from '../../ui/toast.tsx'
import type { Photo } from '../../widgets/photos/photo.ts'
import type { UploadCounts } from '../../widgets/uploader/upload-queue.ts'

const Lightbox = lazy(async () => ({ default: (await import('../../widgets/lightbox/lightbox.tsx')).Lightbox }))
const AlbumPicker = lazy(async () => ({
  default: (await import('../../widgets/pickers/album-picker.tsx')).AlbumPicker,
}))
const TagPicker = lazy(async () => ({ default: (await import('../../widgets/pickers/tag-picker.tsx')).TagPicker }))
const UploadModal = lazy(async () => ({
  default: (await import('../../widgets/uploader/upload-modal.tsx')).UploadModal,
}))

export type OpenDialog =
  | { name: 'lightbox'; id: string }
  | { name: 'upload'; files: readonly File[] }
  | { name: 'album' | 'tag'; photos: readonly Photo[] }

type Props = {
  open: OpenDialog | null
  photos: readonly Photo[]
  onClose: () => void
  /** The selection is cleared after a bulk add to album or tag (L-PHOTO-17). */
  onBulkDone: () => void
}

/** The one dialog that is open; each is loaded when it is first needed. */
export function PhotosDialogs(props: Props) {
  return <Suspense>{props.open && <Dialog {...props} open={props.open} />}</Suspense>
}

function Dialog({ open, photos, onClose, onBulkDone }: Props & { open: OpenDialog }) {
  const toast = useToast()
  const onUploaded = useCallback(
    ({ success }: UploadCounts) => {
      if (success) toast(success === 1 ? '1 photo uploaded' : `${success} photos uploaded`)
    },
    [toast],
  )
  if (open.name === 'lightbox') return <Lightbox photos={photos} openId={open.id} onClose={onClose} />
  if (open.name === 'upload') return <UploadModal initialFiles={open.files} onFinished={onUploaded} onClose={onClose} />
  const Picker = open.name === 'album' ? AlbumPicker : TagPicker
  const onDone = () => {
    onClose()
    onBulkDone()
  }
  return <Picker photoIds={open.photos.map(({ id }) => id)} onDone={onDone} onClose={onClose} />
}
