import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useIsPhone } from '../../lib/hooks/use-media-query.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useDialog } from '../../ui/use-dialog.ts'
import { deletePhoto, toggleLike } from '../photos/photo.actions.ts'
import { photoName, type Photo } from '../photos/photo.ts'
import { ContactSheet } from './contact-sheet.tsx'
import { ExifPanel } from './exif-panel.tsx'
import styles from './lightbox.module.css'
import { PhotoInfo } from './photo-info.tsx'
import { Stage, type StagePhoto } from './stage.tsx'
import { Toolbar, type Panels } from './toolbar.tsx'
import { usePrefetch } from './use-prefetch.ts'
import { useViewerKeys } from './use-viewer-keys.ts'
import { useViewer } from './use-viewer.ts'

const unavailable = {
  processing: () => 'This photo is still being prepared.',
  failed: (photo: Photo) => photo.processing_error ?? 'There is no preview of this file. The original is kept.',
  completed: () => null,
} satisfies Record<Photo['processing_status'], (photo: Photo) => string | null>

const stagePhoto = (photo: Photo): StagePhoto => ({
  id: photo.id,
  url: photo.url,
  smallUrl: photo.thumbnail_url,
  name: photoName(photo),
  width: photo.width,
  height: photo.height,
  placeholder: photo.placeholder,
  unavailable: unavailable[photo.processing_status](photo),
})

type Props = {
  photos: readonly Photo[]
  openId: string
  onClose: () => void
}

/** L-LB-01: one photo at a time, over everything else. Mount it to open it. */
export function Lightbox({ photos, openId, onClose }: Props) {
  const dialog = useDialog(onClose)
  const isPhone = useIsPhone()
  const viewer = useViewer(photos, openId)
  const [panels, setPanels] = useState<Panels>({ isInfoShown: false, isExifShown: false, view: 'single' })
  const stagePhotos = useMemo(() => photos.map(stagePhoto), [photos])
  const urls = useMemo(() => photos.map(photo => (photo.processing_status === 'completed' ? photo.url : '')), [photos])
  usePrefetch(urls, viewer.index)
  useViewerKeys(dialog, by => panels.view === 'single' && viewer.move(by))
  useEffect(() => {
    if (photos.length === 0) onClose()
  }, [photos.length, onClose])

  const { photo, index } = viewer
  if (!photo) return <dialog ref={dialog} aria-label="Photo viewer" />
  const isSingle = panels.view === 'single'
  const askToDelete = () => {
    if (window.confirm('Delete this image? This cannot be undone.')) void deletePhoto(photo)
  }
  return (
    <dialog ref={dialog} aria-label="Photo viewer" data-theme="dark" className={styles['lightbox']}>
      <div className={styles['frame']}>
        <div className={styles['top']}>
          <div className={styles['bar']}>
            <IconButton name="Close" onClick={onClose}>
              <X aria-hidden />
            </IconButton>
            <p className={styles['position']} aria-live="polite">
              {index + 1} of {photos.length}
              <span className={styles['name']}>{photoName(photo)}</span>
            </p>
          </div>
          <Toolbar
            panels={panels}
            isLiked={photo.is_favorite}
            onPanels={setPanels}
            onLike={() => void toggleLike(photo)}
            onDelete={askToDelete}
          />
        </div>
        <div className={styles['stage']}>
          {isSingle ? (
            <Stage photos={stagePhotos} viewer={viewer} />
          ) : (
            <ContactSheet
              photos={stagePhotos}
              current={index}
              isPhone={isPhone}
              onOpen={to => {
                viewer.show(to)
                setPanels({ ...panels, view: 'single' })
              }}
            />
          )}
          {isSingle && photos.length > 1 && (
            <>
              <IconButton
                name="Previous photo"
                look="photo"
                className={styles['previous']}
                onClick={() => viewer.move(-1)}
              >
                <ChevronLeft aria-hidden />
              </IconButton>
              <IconButton name="Next photo" look="photo" className={styles['next']} onClick={() => viewer.move(1)}>
                <ChevronRight aria-hidden />
              </IconButton>
            </>
          )}
          {isSingle && panels.isExifShown && <ExifPanel data={photo.exif_data} />}
        </div>
        {isSingle && panels.isInfoShown && (
          <aside className={styles['side']}>
            <PhotoInfo photo={photo} />
          </aside>
        )}
      </div>
    </dialog>
  )
}
