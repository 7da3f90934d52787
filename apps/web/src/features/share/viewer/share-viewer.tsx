import type { http } from '@daymark/contracts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useState, type MouseEvent } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { useDialog } from '../../../ui/overlay/use-dialog.ts'
import { ContactSheet } from '../../../widgets/lightbox/contact-sheet/contact-sheet.tsx'
import { Stage } from '../../../widgets/lightbox/stage/stage.tsx'
import type { StagePhoto } from '../../../widgets/lightbox/stage/stage-photo.ts'
import { stageKeys } from '../../../widgets/lightbox/stage/stage-keys.ts'
import { usePrefetch } from '../../../widgets/lightbox/use-prefetch.ts'
import { useViewerKeys } from '../../../widgets/lightbox/use-viewer-keys.ts'
import { useViewer, type Viewer } from '../../../widgets/lightbox/use-viewer.ts'
import { useZoom, type Zoom } from '../../../widgets/lightbox/zoom/use-zoom.ts'
import { ZoomControl } from '../../../widgets/lightbox/zoom/zoom-control.tsx'
import { stagePhoto } from '../share-media.ts'
import { Bar, DownloadLink, ViewSwitch } from './share-viewer-bar.tsx'
import styles from './share-viewer.module.css'
import type { Tracker } from '../tracking.ts'
import { useShownAddress, useViewerTracking } from './use-viewer-tracking.ts'

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

/** S-PUB-09, S-PUB-10: the server leaves the title out where the link hides titles. */
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

type SingleProps = {
  photo: http.PublicImage
  photos: readonly StagePhoto[]
  viewer: Viewer<http.PublicImage>
  zoom: Zoom
  onTap: () => void
}

function Single({ photo, photos, viewer, zoom, onTap }: SingleProps) {
  return (
    <>
      <div className={styles['stage']}>
        <Stage photos={photos} viewer={viewer} zoom={zoom} onTap={onTap} />
        <Turning total={photos.length} move={viewer.move} />
      </div>
      <Words photo={photo} />
    </>
  )
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
  useViewerKeys(dialog, single ? stageKeys(zoom, viewer.move) : {})
  useViewerTracking(tracker, shownId)
  useShownAddress(shownId, openId, onShow)
  const openFromSheet = (to: number) => {
    viewer.show(to)
    setIsGallery(false)
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Photo viewer"
      data-theme={theme}
      className={classNames(styles['viewer'], isBare && styles['bare'])}
    >
      <Bar position={`#${viewer.index + 1} of ${images.length}`} onClose={onClose}>
        <ZoomControl zoom={zoom} />
        {!isPhone && <ViewSwitch isGallery={isGallery} onSwitch={setIsGallery} />}
        <DownloadLink photo={single} isAllowed={link.allow_downloads} onDownload={onDownload} />
      </Bar>
      {single ? (
        <Single photo={single} photos={stagePhotos} {...{ viewer, zoom }} onTap={() => setIsBare(!isBare)} />
      ) : (
        <div className={styles['stage']}>
          <ContactSheet photos={stagePhotos} current={viewer.index} onOpen={openFromSheet} />
        </div>
      )}
    </dialog>
  )
}
