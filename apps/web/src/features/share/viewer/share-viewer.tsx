import type { http } from '@daymark/contracts'
import { useMemo, useState, type MouseEvent } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { useDialog } from '../../../ui/overlay/use-dialog.ts'
import { ContactSheet } from '../../../widgets/lightbox/contact-sheet/contact-sheet.tsx'
import { stageKeys } from '../../../widgets/lightbox/stage/stage-keys.ts'
import { usePrefetch } from '../../../widgets/lightbox/use-prefetch.ts'
import { useViewerKeys } from '../../../widgets/lightbox/use-viewer-keys.ts'
import { useViewer } from '../../../widgets/lightbox/use-viewer.ts'
import { useZoom } from '../../../widgets/lightbox/zoom/use-zoom.ts'
import { ZoomControl } from '../../../widgets/lightbox/zoom/zoom-control.tsx'
import { Commenting } from '../comments/viewer-slot.tsx'
import { Picking } from '../picks/picks-slot.tsx'
import { stagePhoto } from '../share-media.ts'
import { Bar, DownloadLink, PlayButton, ViewSwitch } from './share-viewer-bar.tsx'
import styles from './share-viewer.module.css'
import type { Tracker } from '../tracking.ts'
import { SinglePhoto } from './single-photo.tsx'
import { useSlideshow } from './use-slideshow.ts'
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
  useViewerKeys(dialog, single ? { ...stageKeys(zoom, viewer.move), ...slideshow.keys } : {})
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
        <Picking {...about} />
        <Commenting part="button" {...about} />
        <DownloadLink photo={single} isAllowed={link.allow_downloads} onDownload={onDownload} />
      </Bar>
      {single ? (
        <SinglePhoto
          photo={single}
          photos={stagePhotos}
          {...{ viewer, zoom }}
          isFading={slideshow.isPlaying}
          onTap={() => setIsBare(!isBare)}
          overlay={<Commenting part="markers" {...about} />}
        />
      ) : (
        <div className={styles['stage']}>
          <ContactSheet photos={stagePhotos} current={viewer.index} onOpen={openFromSheet} />
        </div>
      )}
      <Commenting part="panel" {...about} />
    </dialog>
  )
}
