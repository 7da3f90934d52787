import { ChevronLeft, ChevronRight, Keyboard, X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { savePhotoChange } from '../../domain/photos/photo-edit.actions.ts'
import { deletePhoto, toggleLike } from '../../domain/photos/photo.actions.ts'
import { photoName, type Photo } from '../../domain/photos/photo.ts'
import { useIsPhone } from '../../lib/hooks/use-size.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Modal } from '../../ui/overlay/modal.tsx'
import { useDialog } from '../../ui/overlay/use-dialog.ts'
import { RetryButton } from '../retry/retry-button.tsx'
import { ContactSheet } from './contact-sheet.tsx'
import { ExifPanel } from './info/exif-panel.tsx'
import { PhotoInfo } from './info/photo-info.tsx'
import styles from './lightbox.module.css'
import type { StagePhoto } from './stage/slide.tsx'
import { Stage } from './stage/stage.tsx'
import { Toolbar, type Panels } from './toolbar.tsx'
import { createStageKeys, usePrefetch, useViewer, useViewerKeys, type Viewer, type ViewerKeys } from './use-viewer.ts'
import { useZoom, type Zoom } from './zoom/use-zoom.ts'
import { ZoomControl } from './zoom/zoom-control.tsx'

type Shortcut = readonly [keys: readonly string[], description: string]

type ShortcutGroup = readonly [title: string, shortcuts: readonly Shortcut[]]

/** Lists the keyboard shortcuts of the photo viewer. */
function KeyHelpDialog({ groups, onClose }: { groups: readonly ShortcutGroup[]; onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
      <p className="muted">
        Use these keys while a photo is open. <kbd className={styles['key']}>?</kbd> opens this list, Esc closes it.
      </p>
      {groups.map(([title, shortcuts]) => (
        <section key={title} aria-label={title}>
          <h3 className={styles['title']}>{title}</h3>
          <dl className="stack-2">
            {shortcuts.map(([keys, description]) => (
              <div key={description} className={styles['shortcut']}>
                <dt>
                  {keys.map(key => (
                    <kbd key={key} className={styles['key']}>
                      {key}
                    </kbd>
                  ))}
                </dt>
                <dd>{description}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}

const UNAVAILABLE_TEXT = {
  processing: () => 'This photo is still processing.',
  failed: (photo: Photo) => photo.processing_error ?? 'No preview available. The original is safe.',
  completed: () => null,
} satisfies Record<Photo['processing_status'], (photo: Photo) => string | null>

const toStagePhoto = (photo: Photo): StagePhoto => ({
  id: photo.id,
  url: photo.url,
  smallUrl: photo.thumbnail_url,
  fullUrl: `/media/full/${encodeURIComponent(photo.filename)}`,
  name: photoName(photo),
  width: photo.width,
  height: photo.height,
  placeholder: photo.placeholder,
  unavailable: UNAVAILABLE_TEXT[photo.processing_status](photo),
})

type Props = {
  photos: readonly Photo[]
  openId: string
  onClose: () => void
}

function ViewerBar(props: { photo: Photo; position: string; zoom: Zoom; onHelp: () => void; onClose: () => void }) {
  const { photo, position, zoom, onHelp, onClose } = props
  const isPhone = useIsPhone()
  return (
    <div className={styles['bar']}>
      <IconButton name="Close" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
      <p className={`truncate ${styles['position']}`} aria-live="polite">
        {position}
        <span className={styles['name']}>{photoName(photo)}</span>
      </p>
      <ZoomControl zoom={zoom} />
      {!isPhone && (
        <IconButton name="Keyboard shortcuts" onClick={onHelp}>
          <Keyboard aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

function NavigationButtons({ viewer }: { viewer: Viewer<Photo> }) {
  return (
    <>
      <IconButton
        name="Previous photo"
        appearance="photo"
        className={styles['previous']}
        onClick={() => viewer.move(-1)}
      >
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton name="Next photo" appearance="photo" className={styles['next']} onClick={() => viewer.move(1)}>
        <ChevronRight aria-hidden />
      </IconButton>
    </>
  )
}

function askToDelete(photo: Photo) {
  if (window.confirm('Delete this image? This cannot be undone.')) void deletePhoto(photo)
}

const ratePhoto = (photo: Photo, rating: number) => void savePhotoChange(photo, { rating })

const createPhotoKeys = (photo: Photo, panels: Panels, onPanels: (panels: Panels) => void): ViewerKeys => ({
  f: () => void toggleLike(photo),
  ...Object.fromEntries([0, 1, 2, 3, 4, 5].map(rating => [String(rating), () => ratePhoto(photo, rating)])),
  i: () => onPanels({ ...panels, isInfoShown: !panels.isInfoShown }),
  e: () => onPanels({ ...panels, isExifShown: !panels.isExifShown }),
  Delete: () => askToDelete(photo),
})

/** The shortcuts of `createPhotoKeys` and `createStageKeys` as the help dialog lists them. */
const SHORTCUTS: readonly ShortcutGroup[] = [
  [
    'Navigation',
    [
      [['←', '→'], 'Previous and next photo'],
      [['Z'], 'Actual size, or fit to screen'],
      [['+', '−'], 'Zoom in and out'],
      [['↑', '↓', '←', '→'], 'Move around while zoomed'],
      [['Esc'], 'Exit zoom, then close'],
    ],
  ],
  [
    'This photo',
    [
      [['F'], 'Like or unlike'],
      [['1 – 5'], 'Rate with stars'],
      [['0'], 'Remove the rating'],
      [['I'], 'Show or hide info'],
      [['E'], 'Show or hide EXIF'],
      [['Delete'], 'Delete the photo'],
    ],
  ],
]

type SinglePhotoViewProps = {
  photo: Photo
  photos: readonly StagePhoto[]
  viewer: Viewer<Photo>
  zoom: Zoom
  panels: Panels
}

/** L-LB-04: the view of a single photo. The other view is the contact sheet. */
function SinglePhotoView({ photo, photos, viewer, zoom, panels }: SinglePhotoViewProps) {
  return (
    <>
      <div className={styles['stage']}>
        <Stage photos={photos} viewer={viewer} zoom={zoom} />
        <RetryButton photo={photo} className={styles['retry']} />
        {photos.length > 1 && <NavigationButtons viewer={viewer} />}
        {panels.isExifShown && <ExifPanel data={photo.exif_data} />}
      </div>
      {panels.isInfoShown && (
        <aside aria-label="Info" className={styles['info-panel']}>
          <PhotoInfo photo={photo} />
        </aside>
      )}
    </>
  )
}

/** L-LB-01: the photo viewer. It is open while the component is mounted. */
export function Lightbox({ photos, openId, onClose }: Props) {
  const dialog = useDialog(onClose)
  const viewer = useViewer(photos, openId)
  const { photo, index } = viewer
  const [panels, setPanels] = useState<Panels>({ isInfoShown: false, isExifShown: false, view: 'single' })
  const [isHelpShown, setIsHelpShown] = useState(false)
  const stagePhotos = useMemo(() => photos.map(toStagePhoto), [photos])
  const urls = useMemo(() => photos.map(photo => (photo.processing_status === 'completed' ? photo.url : '')), [photos])
  const singlePhoto = panels.view === 'single' ? photo : undefined
  const zoom = useZoom(singlePhoto && stagePhotos[index])
  const showHelp = () => setIsHelpShown(true)
  usePrefetch(urls, index)
  useViewerKeys(dialog, {
    ...(singlePhoto && { ...createStageKeys(zoom, viewer.move), ...createPhotoKeys(singlePhoto, panels, setPanels) }),
    '?': showHelp,
  })
  useEffect(() => {
    if (photos.length === 0) onClose()
  }, [photos.length, onClose])
  if (!photo) return <dialog ref={dialog} aria-label="Photo viewer" />

  const openFromSheet = (newIndex: number) => {
    viewer.show(newIndex)
    setPanels({ ...panels, view: 'single' })
  }
  return (
    <dialog ref={dialog} aria-label="Photo viewer" data-theme="dark" className={styles['lightbox']}>
      <div className={styles['frame']}>
        <div className={styles['header']}>
          <ViewerBar
            photo={photo}
            position={`${index + 1} of ${photos.length}`}
            zoom={zoom}
            onClose={onClose}
            onHelp={showHelp}
          />
          <Toolbar
            panels={panels}
            isLiked={photo.is_favorite}
            onPanels={setPanels}
            rating={photo.rating ?? 0}
            onLike={() => void toggleLike(photo)}
            onRate={rating => ratePhoto(photo, rating)}
            onDelete={() => askToDelete(photo)}
          />
        </div>
        {singlePhoto ? (
          <SinglePhotoView photos={stagePhotos} photo={photo} viewer={viewer} zoom={zoom} panels={panels} />
        ) : (
          <div className={styles['stage']}>
            <ContactSheet photos={stagePhotos} current={index} onOpen={openFromSheet} />
          </div>
        )}
      </div>
      {isHelpShown && <KeyHelpDialog groups={SHORTCUTS} onClose={() => setIsHelpShown(false)} />}
    </dialog>
  )
}
