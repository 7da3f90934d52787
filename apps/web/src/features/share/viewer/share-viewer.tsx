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
import { ViewerComments } from '../comments/viewer-slot.tsx'
import { ViewerPicks } from '../picks/picks-slot.tsx'
import { downloadUrl, stagePhoto } from '../share-media.ts'
import type { Tracker } from '../tracking.actions.ts'
import styles from './share-viewer.module.css'
import { type Slideshow, useSlideshow } from './use-slideshow.ts'

type Props = {
  share: http.PublicShare
  theme: 'light' | 'dark'
  openId: string
  isPhone: boolean
  tracker: Tracker
  onShow: (id: string) => void
  onDownload: (event: MouseEvent, photo: http.PublicImage) => void
  onClose: () => void
}

/** S-PUB-05 … S-PUB-13: a lightbox on a desktop, a carousel to swipe through on a phone. */
export function ShareViewer(props: Props) {
  const { share, theme, openId, isPhone, tracker, onShow, onDownload, onClose } = props
  const { images, link } = share
  const dialog = useDialog(onClose)
  const viewer = useViewer(images, openId)
  const [isGallery, setIsGallery] = useState(false)
  const [isBare, setIsBare] = useState(false)
  const stagePhotos = useMemo(() => images.map((photo, index) => stagePhoto(photo, index, link)), [images, link])
  const urls = useMemo(() => images.map(({ url }) => url), [images])
  const single = isPhone || !isGallery ? viewer.photo : undefined
  const shownId = viewer.photo?.id
  usePrefetch(urls, viewer.index)
  const zoom = useZoom(single && stagePhotos[viewer.index])
  const slideshow = useSlideshow({
    urls,
    viewer,
    isPossible: single !== undefined,
    onToggle: isPlaying => {
      zoom.reset()
      // on a phone the first tap shows the bar again
      setIsBare(isPlaying)
    },
  })
  useViewerKeys(dialog, single ? { ...createStageKeys(zoom, viewer.move), ...slideshow.keys } : {})
  useViewerTracking(tracker, shownId)
  useShownAddress(shownId, openId, onShow)
  const about = { share, photo: single, dialog }
  const openFromSheet = (to: number) => {
    viewer.show(to)
    setIsGallery(false)
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Photo viewer"
      data-theme={theme}
      data-quiet={slideshow.isQuiet}
      className={classNames(styles['viewer'], isBare && styles['bare'])}
    >
      <Bar position={`#${viewer.index + 1} of ${images.length}`} isRead={!slideshow.isPlaying} onClose={onClose}>
        <PlayButton slideshow={slideshow} />
        <ZoomControl zoom={zoom} />
        {!isPhone && <ViewSwitch isGallery={isGallery} onSwitch={setIsGallery} />}
        <ViewerPicks {...about} />
        <ViewerComments part="button" {...about} />
        <DownloadLink photo={single} isAllowed={link.allow_downloads} onDownload={onDownload} />
      </Bar>
      {single ? (
        <SinglePhoto
          photo={single}
          photos={stagePhotos}
          {...{ viewer, zoom }}
          isFading={slideshow.isPlaying}
          onTap={() => setIsBare(!isBare)}
          overlay={<ViewerComments part="markers" {...about} />}
        />
      ) : (
        <div className={styles['stage']}>
          <ContactSheet photos={stagePhotos} current={viewer.index} onOpen={openFromSheet} />
        </div>
      )}
      <ViewerComments part="panel" {...about} />
    </dialog>
  )
}

function ViewSwitch({ isGallery, onSwitch }: { isGallery: boolean; onSwitch: (isGallery: boolean) => void }) {
  return isGallery ? (
    <Button look="quiet" icon={<RectangleHorizontal aria-hidden />} onClick={() => onSwitch(false)}>
      Single
    </Button>
  ) : (
    <Button look="quiet" icon={<LayoutGrid aria-hidden />} onClick={() => onSwitch(true)}>
      Gallery
    </Button>
  )
}

/** S-PUB-03: if the link allows it, and a single photo is shown. */
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
      className={buttonClass({ look: 'quiet' })}
      onClick={event => onDownload(event, photo)}
    >
      <Download aria-hidden />
      <span className={styles['word']}>Download</span>
    </a>
  )
}

/** The key P does the same; any other key ends the slideshow. */
function PlayButton({ slideshow: { isPossible, isPlaying, toggle } }: { slideshow: Slideshow }) {
  if (!isPossible) return null
  return (
    <IconButton name={isPlaying ? 'Pause slideshow' : 'Play slideshow'} data-slideshow onClick={toggle}>
      {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
    </IconButton>
  )
}

type BarProps = {
  position: string
  /** Whether screen readers announce changes. */
  isRead: boolean
  onClose: () => void
  children: ReactNode
}

/** S-PUB-11 */
function Bar({ position, isRead, onClose, children }: BarProps) {
  return (
    <header className={styles['bar']}>
      <IconButton name="Close" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
      <p className={styles['position']} aria-live={isRead ? 'polite' : 'off'}>
        {position}
      </p>
      {children}
    </header>
  )
}

/** S-PUB-09, S-PUB-10: the server omits the title if the link hides titles. */
function Words({ photo }: { photo: http.PublicImage }) {
  if (!photo.title && !photo.caption) return null
  return (
    <footer className={styles['words']}>
      {photo.title && <h2 className={styles['title']}>{photo.title}</h2>}
      {photo.caption && <p className={styles['caption']}>{photo.caption}</p>}
    </footer>
  )
}

function Turning({ total, move }: { total: number; move: (by: number) => void }) {
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

/** One photo with its text, and the buttons to the others. */
function SinglePhoto({ photo, photos, viewer, zoom, isFading, onTap, overlay }: SinglePhotoProps) {
  return (
    <>
      <div className={styles['stage']}>
        <Stage {...{ photos, viewer, zoom, isFading, onTap, overlay }} />
        <Turning total={photos.length} move={viewer.move} />
      </div>
      <Words photo={photo} />
    </>
  )
}

/** S-PUB-18: opening, every photo shown, closing. */
function useViewerTracking(tracker: Tracker, imageId: string | undefined) {
  const latest = useRef(imageId)
  useEffect(() => {
    tracker.track({ event_type: 'lightbox_open', ...(latest.current ? { image_id: latest.current } : {}) })
    return () =>
      tracker.track({ event_type: 'lightbox_close', ...(latest.current ? { image_id: latest.current } : {}) })
  }, [tracker])
  useEffect(() => {
    latest.current = imageId
    if (imageId) tracker.track({ event_type: 'photo_view', image_id: imageId })
  }, [tracker, imageId])
}

/** The address follows the shown photo, not vice versa. */
function useShownAddress(shownId: string | undefined, addressId: string, onShow: (id: string) => void) {
  const latest = useRef(onShow)
  useEffect(() => {
    latest.current = onShow
  })
  useEffect(() => {
    if (shownId && shownId !== addressId) latest.current(shownId)
  }, [shownId, addressId])
}
