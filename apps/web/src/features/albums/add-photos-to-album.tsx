import { Suspense, useCallback, useMemo, useState } from 'react'
import { showToast } from '../../ui/overlay/overlay-store.ts'
import { DropOverlay } from '../../widgets/uploader/files/drop-overlay.tsx'
import { useFileDrop } from '../../widgets/uploader/files/use-file-drop.ts'
import type { AlbumWithPhotos } from '../../domain/albums/albums.queries.ts'
import { lazyOf } from '../../lib/lazy.ts'

const PhotoPicker = lazyOf(() => import('../../widgets/pickers/photo-picker.tsx'), 'PhotoPicker')
const UploadModal = lazyOf(() => import('../../widgets/uploader/upload-modal.tsx'), 'UploadModal')

/** L-AD-17: returns the files that the browser recognizes as images. RAW files are added with the uploader. */
const filterImages = (files: readonly File[]) => files.filter(file => file.type.startsWith('image/'))

type AddPhotosToAlbumProps = {
  album: AlbumWithPhotos
  isUploaderShown: boolean
  isPickerShown: boolean
  /** True while a dialog is open or photos are being rearranged. The page then accepts no dropped files. */
  isDropDisabled: boolean
  onUploaderToggle: (isShown: boolean) => void
  onPickerToggle: (isShown: boolean) => void
}

/** L-AD-08, L-AD-09, L-AD-16: adds photos to the album with the uploader, with the picker, or by dropping files. */
export function AddPhotosToAlbum({
  album,
  isUploaderShown,
  isPickerShown,
  isDropDisabled,
  onUploaderToggle,
  onPickerToggle,
}: AddPhotosToAlbumProps) {
  const [droppedFiles, setDroppedFiles] = useState<readonly File[]>([])
  const isDropping = useFileDrop(
    files => {
      const images = filterImages(files)
      if (images.length < files.length)
        showToast('Some files were skipped. Use Upload to Album for RAW and other formats.', 6000)
      if (images.length === 0) return
      setDroppedFiles(images)
      onUploaderToggle(true)
    },
    undefined,
    !isUploaderShown && !isPickerShown && !isDropDisabled,
  )
  const closeUploader = useCallback(() => {
    setDroppedFiles([])
    onUploaderToggle(false)
  }, [onUploaderToggle])
  const albumPhotoIds = useMemo(() => new Set(album.images.map(photo => photo.id)), [album.images])
  return (
    <>
      {isDropping && <DropOverlay />}
      <Suspense>
        {isUploaderShown && (
          <UploadModal title="Upload to Album" albumId={album.id} initialFiles={droppedFiles} onClose={closeUploader} />
        )}
        {isPickerShown && (
          <PhotoPicker albumId={album.id} albumPhotoIds={albumPhotoIds} onClose={() => onPickerToggle(false)} />
        )}
      </Suspense>
    </>
  )
}
