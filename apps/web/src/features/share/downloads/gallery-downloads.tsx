import type { http } from '@daymark/contracts'
import { type RefObject, Suspense } from 'react'
import { lazyOf } from '../../../lib/lazy.ts'
import type { useSelection } from '../../../widgets/photo-grid/selection/use-selection.ts'
import type { Tracker } from '../tracking.actions.ts'
import { trackDownload, type useDownloads } from './use-downloads.ts'

const SelectionMode = lazyOf(() => import('../gallery/selection-mode.tsx'), 'SelectionMode')
const DownloadDialog = lazyOf(() => import('./download.dialog.tsx'), 'DownloadDialog')
const VerifyDialog = lazyOf(() => import('../verify/verify.dialog.tsx'), 'VerifyDialog')

type GalleryDownloadsProps = {
  share: http.PublicShare
  /** The gallery with all its photos, regardless of the filter. */
  fullShare: http.PublicShare
  grid: RefObject<HTMLElement | null>
  selectionMode: ReturnType<typeof useSelection>
  downloads: ReturnType<typeof useDownloads>
  tracker: Tracker
  isPhone: boolean
}

/** The selection mode and the dialogs for downloads, loaded after the first screen. */
export function GalleryDownloads({
  share,
  fullShare,
  grid,
  selectionMode,
  downloads,
  tracker,
  isPhone,
}: GalleryDownloadsProps) {
  const { selection, startWith } = selectionMode
  const { request, isVerifying, open, close } = downloads
  if (!share.link.allow_downloads) return null
  return (
    <>
      <Suspense>
        <SelectionMode
          grid={grid}
          images={share.images}
          selection={selection}
          onHold={startWith}
          onDownload={photos => open({ photos, isAlbum: false })}
        />
      </Suspense>
      <Suspense>
        {request && (
          <DownloadDialog
            share={share}
            request={request}
            isPhone={isPhone}
            onStarted={() => trackDownload(tracker, request)}
            onClose={close}
          />
        )}
      </Suspense>
      <Suspense>{isVerifying && <VerifyDialog share={fullShare} onDownload={open} onClose={close} />}</Suspense>
    </>
  )
}
