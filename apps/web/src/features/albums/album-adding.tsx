import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { showToast } from '../../ui/feedback/toast.ts'
import { DropOverlay } from '../../widgets/uploader/files/drop-overlay.tsx'
import type { UploadCounts } from '../../widgets/uploader/queue/upload-item.ts'
import { createUploadedNote } from '../../widgets/uploader/queue/uploaded-note.ts'
import { useFileDrop } from '../../widgets/uploader/files/use-file-drop.ts'
import type { AlbumWithPhotos } from '../../domain/albums/albums.queries.ts'

const PhotoPicker = lazy(async () => ({
  default: (await import('../../widgets/pickers/photo-picker.tsx')).PhotoPicker,
}))
const UploadModal = lazy(async () => ({
  default: (await import('../../widgets/uploader/upload-modal.tsx')).UploadModal,
}))

/** L-AD-17: only files that the browser recognizes as images; camera formats are added with the uploader. */
const onlyImages = (files: readonly File[]) => files.filter(file => file.type.startsWith('image/'))

type Props = {
  album: AlbumWithPhotos
  isUploaderShown: boolean
  isPickerShown: boolean
  /** While a dialog is open or photos are dragged, the page accepts no files. */
  isBusy: boolean
  onUploader: (isShown: boolean) => void
  onPicker: (isShown: boolean) => void
}

/** L-AD-08, L-AD-09, L-AD-16: the ways to add photos to the album. */
export function AlbumAdding({ album, isUploaderShown, isPickerShown, isBusy, onUploader, onPicker }: Props) {
  const [dropped, setDropped] = useState<readonly File[]>([])
  const isDropping = useFileDrop(
    files => {
      const images = onlyImages(files)
      if (images.length < files.length)
        showToast('Some files were skipped. Use Upload to Album for RAW and other formats.', 6000)
      if (images.length === 0) return
      setDropped(images)
      onUploader(true)
    },
    undefined,
    !isUploaderShown && !isPickerShown && !isBusy,
  )
  const onFinished = useCallback((counts: UploadCounts) => {
    const note = createUploadedNote(counts, true)
    if (note) showToast(note)
  }, [])
  const closeUploader = useCallback(() => {
    setDropped([])
    onUploader(false)
  }, [onUploader])
  const inAlbum = useMemo(() => new Set(album.images.map(photo => photo.id)), [album.images])
  return (
    <>
      {isDropping && <DropOverlay />}
      <Suspense>
        {isUploaderShown && (
          <UploadModal
            title="Upload to Album"
            albumId={album.id}
            initialFiles={dropped}
            onFinished={onFinished}
            onClose={closeUploader}
          />
        )}
        {isPickerShown && <PhotoPicker albumId={album.id} inAlbum={inAlbum} onClose={() => onPicker(false)} />}
      </Suspense>
    </>
  )
}
