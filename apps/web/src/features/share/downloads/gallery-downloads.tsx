import type { http } from '@daymark/contracts'
import { CheckSquare, Download, FolderCheck } from 'lucide-react'
import { lazy, type RefObject, Suspense } from 'react'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { useSelection } from '../../../widgets/photo-grid/selection/use-selection.ts'
import styles from '../gallery/gallery.module.css'
import { zipUrl } from '../share.queries.ts'
import type { Tracker } from '../tracking.actions.ts'
import { trackDownload, type useDownloads } from './use-downloads.ts'

const SelectionMode = lazy(async () => ({ default: (await import('../gallery/selection-mode.tsx')).SelectionMode }))
const DownloadDialog = lazy(async () => ({ default: (await import('./download.dialog.tsx')).DownloadDialog }))

const VerifyDialog = lazy(async () => ({ default: (await import('../verify/verify.dialog.tsx')).VerifyDialog }))

type Props = {
  share: http.PublicShare
  /** All photos, regardless of the filter. */
  whole: http.PublicShare
  grid: RefObject<HTMLElement | null>
  selecting: ReturnType<typeof useSelection>
  downloads: ReturnType<typeof useDownloads>
  tracker: Tracker
  isPhone: boolean
}

/** Selection and download dialogs, loaded after the first screen. */
export function GalleryDownloads({ share, whole, grid, selecting, downloads, tracker, isPhone }: Props) {
  const { selection, startWith } = selecting
  const { wanted, isVerifying, ask, close } = downloads
  if (!share.link.allow_downloads) return null
  return (
    <>
      <Suspense>
        <SelectionMode
          grid={grid}
          images={share.images}
          selection={selection}
          onHold={startWith}
          onDownload={photos => ask({ photos, isAlbum: false })}
        />
      </Suspense>
      <Suspense>
        {wanted && (
          <DownloadDialog
            share={share}
            wanted={wanted}
            isPhone={isPhone}
            onStarted={() => trackDownload(tracker, wanted)}
            onClose={close}
          />
        )}
      </Suspense>
      <Suspense>{isVerifying && <VerifyDialog share={whole} onDownload={ask} onClose={close} />}</Suspense>
    </>
  )
}

type GalleryToolsProps = { share: http.PublicShare; downloads: ReturnType<typeof useDownloads>; onSelect: () => void }

/** S-PUB-03: the downloads that the link allows. */
export function GalleryTools({ share: { link, images }, downloads, onSelect }: GalleryToolsProps) {
  if (!link.allow_downloads || images.length === 0) return null
  return (
    <div className={styles['tools']}>
      <a
        href={zipUrl(link.token)}
        download={!link.watermark}
        className={buttonClass({ look: 'quiet' })}
        onClick={event => downloads.onDownload(event, { photos: images, isAlbum: true })}
      >
        <Download aria-hidden />
        Download Album (ZIP)
      </a>
      <div className={styles['pair']}>
        <Button look="quiet" icon={<CheckSquare aria-hidden />} onClick={onSelect}>
          Select
        </Button>
        <IconButton name="Verify My Copy" onClick={downloads.verify}>
          <FolderCheck aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}
