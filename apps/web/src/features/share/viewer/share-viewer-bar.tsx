import type { http } from '@daymark/contracts'
import { Download, LayoutGrid, Pause, Play, RectangleHorizontal, X } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { downloadUrl } from '../share-media.ts'
import styles from './share-viewer.module.css'
import type { Slideshow } from './use-slideshow.ts'

export function ViewSwitch({ isGallery, onSwitch }: { isGallery: boolean; onSwitch: (isGallery: boolean) => void }) {
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
export function DownloadLink(props: {
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
export function PlayButton({ slideshow: { isPossible, isPlaying, toggle } }: { slideshow: Slideshow }) {
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
export function Bar({ position, isRead, onClose, children }: BarProps) {
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
