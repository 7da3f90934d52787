import type { http } from '@daymark/contracts'
import { ChevronLeft, ChevronRight, Download, LayoutGrid, Pause, Play, RectangleHorizontal, X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useDialog } from '../../../ui/overlay/use-dialog.ts'
import { ContactSheet } from '../../../widgets/lightbox/contact-sheet.tsx'
import {
  createStageKeys,
  usePrefetch,
  useViewer,
  useViewerKeys,
  type Viewer,
} from '../../../widgets/lightbox/use-viewer.ts'
import type { StagePhoto } from '../../../widgets/lightbox/stage/slide.tsx'
import { Stage } from '../../../widgets/lightbox/stage/stage.tsx'
import { useZoom, type Zoom } from '../../../widgets/lightbox/zoom/use-zoom.ts'
import { ZoomControl } from '../../../widgets/lightbox/zoom/zoom-control.tsx'
import { ViewerComments, ViewerPicks } from '../gallery/optional-parts.tsx'
import { downloadUrl, toStagePhoto } from '../share-media.ts'
import type { Tracker } from '../tracking.actions.ts'
import styles from './share-viewer.module.css'
import { type Slideshow, useSlideshow } from './use-slideshow.ts'

type ShareViewerProps = {
  share: http.PublicShare
  theme: 'light' | 'dark'
  openId: string
  isPhone: boolean
  tracker: Tracker
  onShow: (id: string) => void
  onDownload: (event: MouseEvent, photo: http.PublicImage) => void
  onClose: () => void
}

/** S-PUB-05 … S-PUB-13: the viewer of a gallery: a lightbox on a desktop, a carousel with swipes on a phone. */
export function ShareViewer(props: ShareViewerProps) {
  const { share, theme, openId, isPhone, tracker, onShow, onDownload, onClose } = props
  const { images, link } = share
  const dialog = useDialog(onClose)
  const viewer = useViewer(images, openId)
  const [isContactSheet, setIsContactSheet] = useState(false)
  const [areControlsHidden, setAreControlsHidden] = useState(false)
  const stagePhotos = useMemo(() => images.map((photo, index) => toStagePhoto(photo, index, link)), [images, link])
  const urls = useMemo(() => images.map(({ url }) => url), [images])
  const openPhoto = isPhone || !isContactSheet ? viewer.photo : undefined
  const shownId = viewer.photo?.id
  usePrefetch(urls, viewer.index)
  const zoom = useZoom(openPhoto && stagePhotos[viewer.index])
  const slideshow = useSlideshow({
    urls,
    viewer,
    canPlay: openPhoto !== undefined,
    onToggle: isPlaying => {
      zoom.reset()
      // On a phone, the slideshow hides the controls, and the first tap shows them again.
      setAreControlsHidden(isPlaying)
    },
  })
  useViewerKeys(dialog, openPhoto ? { ...createStageKeys(zoom, viewer.move), ...slideshow.keys } : {})
  useViewerTracking(tracker, shownId)
  useUrlUpdate(shownId, openId, onShow)
  const photoProps = { share, photo: openPhoto, dialog }
  const openFromSheet = (index: number) => {
    viewer.show(index)
    setIsContactSheet(false)
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Photo viewer"
      data-theme={theme}
      data-quiet={slideshow.isPointerResting}
      className={classNames(styles['viewer'], areControlsHidden && styles['controls-hidden'])}
    >
      <ViewerBar
        position={`#${viewer.index + 1} of ${images.length}`}
        isAnnounced={!slideshow.isPlaying}
        onClose={onClose}
      >
        <PlayButton slideshow={slideshow} />
        <ZoomControl zoom={zoom} />
        {!isPhone && <ViewSwitch isContactSheet={isContactSheet} onSwitch={setIsContactSheet} />}
        <ViewerPicks {...photoProps} />
        <ViewerComments kind="button" {...photoProps} />
        <DownloadLink photo={openPhoto} isAllowed={link.allow_downloads} onDownload={onDownload} />
      </ViewerBar>
      {openPhoto ? (
        <SinglePhoto
          photo={openPhoto}
          photos={stagePhotos}
          viewer={viewer}
          zoom={zoom}
          isFading={slideshow.isPlaying}
          onTap={() => setAreControlsHidden(!areControlsHidden)}
          overlay={<ViewerComments kind="markers" {...photoProps} />}
        />
      ) : (
        <div className={styles['stage']}>
          <ContactSheet photos={stagePhotos} current={viewer.index} onOpen={openFromSheet} />
        </div>
      )}
      <ViewerComments kind="panel" {...photoProps} />
    </dialog>
  )
}

function ViewSwitch({
  isContactSheet,
  onSwitch,
}: {
  isContactSheet: boolean
  onSwitch: (isContactSheet: boolean) => void
}) {
  return isContactSheet ? (
    <Button appearance="quiet" icon={<RectangleHorizontal aria-hidden />} onClick={() => onSwitch(false)}>
      Single
    </Button>
  ) : (
    <Button appearance="quiet" icon={<LayoutGrid aria-hidden />} onClick={() => onSwitch(true)}>
      Gallery
    </Button>
  )
}

/** S-PUB-03: downloads the open photo if the link allows it. */
function DownloadLink(props: {
  photo: http.PublicImage | undefined
  isAllowed: boolean
  onDownload: (event: MouseEvent, photo: http.PublicImage) => void
}) {
  const { photo, isAllowed, onDownload } = props
  if (!photo || !isAllowed) return null
  return (
    <a
      href={downloadUrl(photo)}
      download
      aria-label="Download"
      className={buttonClass({ appearance: 'quiet' })}
      onClick={event => onDownload(event, photo)}
    >
      <Download aria-hidden />
      <span className={styles['button-label']}>Download</span>
    </a>
  )
}

/** The button that starts and stops the slideshow, as the key P does. */
function PlayButton({ slideshow: { canPlay, isPlaying, toggle } }: { slideshow: Slideshow }) {
  if (!canPlay) return null
  return (
    <IconButton name={isPlaying ? 'Pause slideshow' : 'Play slideshow'} data-slideshow onClick={toggle}>
      {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
    </IconButton>
  )
}

type ViewerBarProps = {
  position: string
  /** Whether screen readers announce a change of the position. */
  isAnnounced: boolean
  onClose: () => void
  children: ReactNode
}

/** S-PUB-11: close button, position and actions. */
function ViewerBar({ position, isAnnounced, onClose, children }: ViewerBarProps) {
  return (
    <header className={styles['bar']}>
      <IconButton name="Close" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
      <p className={styles['position']} aria-live={isAnnounced ? 'polite' : 'off'}>
        {position}
      </p>
      {children}
    </header>
  )
}

/** S-PUB-09, S-PUB-10: title and caption. If the link hides titles, the server does not send them. */
function PhotoText({ photo }: { photo: http.PublicImage }) {
  if (!photo.title && !photo.caption) return null
  return (
    <footer className={styles['photo-text']}>
      {photo.title && <h2 className="text-3">{photo.title}</h2>}
      {photo.caption && <p className={styles['caption']}>{photo.caption}</p>}
    </footer>
  )
}

function PageButtons({ total, move }: { total: number; move: (by: number) => void }) {
  if (total < 2) return null
  return (
    <>
      <IconButton name="Previous photo" className={styles['previous']} onClick={() => move(-1)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton name="Next photo" className={styles['next']} onClick={() => move(1)}>
        <ChevronRight aria-hidden />
      </IconButton>
    </>
  )
}

type SinglePhotoProps = {
  photo: http.PublicImage
  photos: readonly StagePhoto[]
  viewer: Viewer<http.PublicImage>
  zoom: Zoom
  isFading: boolean
  onTap: () => void
  overlay: ReactNode
}

/** The open photo with its title and caption, and the buttons to the next and previous photo. */
function SinglePhoto({ photo, photos, viewer, zoom, isFading, onTap, overlay }: SinglePhotoProps) {
  return (
    <>
      <div className={styles['stage']}>
        <Stage photos={photos} viewer={viewer} zoom={zoom} isFading={isFading} onTap={onTap} overlay={overlay} />
        <PageButtons total={photos.length} move={viewer.move} />
      </div>
      <PhotoText photo={photo} />
    </>
  )
}

/** S-PUB-18: reports the opening of the viewer, each photo that is shown, and the closing. */
function useViewerTracking(tracker: Tracker, imageId: string | undefined) {
  const latestImageId = useRef(imageId)
  useEffect(() => {
    tracker.track({
      event_type: 'lightbox_open',
      ...(latestImageId.current ? { image_id: latestImageId.current } : {}),
    })
    return () =>
      tracker.track({
        event_type: 'lightbox_close',
        ...(latestImageId.current ? { image_id: latestImageId.current } : {}),
      })
  }, [tracker])
  useEffect(() => {
    latestImageId.current = imageId
    if (imageId) tracker.track({ event_type: 'photo_view', image_id: imageId })
  }, [tracker, imageId])
}

/** Updates the URL when another photo is shown. */
function useUrlUpdate(shownId: string | undefined, urlPhotoId: string, onShow: (id: string) => void) {
  const latestOnShow = useRef(onShow)
  useEffect(() => {
    latestOnShow.current = onShow
  })
  useEffect(() => {
    if (shownId && shownId !== urlPhotoId) latestOnShow.current(shownId)
  }, [shownId, urlPhotoId])
}
