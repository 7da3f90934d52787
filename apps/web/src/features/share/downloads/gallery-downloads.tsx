import type { http } from '@daymark/contracts'
import { lazy, type RefObject, Suspense } from 'react'
import type { useSelection } from '../../../widgets/photo-grid/selection/use-selection.ts'
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
