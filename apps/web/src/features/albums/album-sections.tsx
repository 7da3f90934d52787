import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import type { AlbumWithPhotos } from '../../domain/albums/albums.queries.ts'
import { AddPhotosButtons } from './header/album-tools.tsx'
import styles from './album.module.css'

const ShareLinksPanel = lazy(async () => ({
  default: (await import('../../widgets/share-links/share-links-panel.tsx')).ShareLinksPanel,
}))

const GuestPhotosNotice = lazy(async () => ({ default: (await import('./guest-photos-notice.tsx')).GuestPhotosNotice }))

function Collapsible({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles['section']}>
      <summary>
        <h2>{title}</h2>
        <ChevronDown aria-hidden />
      </summary>
      <div className={styles['inside']}>{children}</div>
    </details>
  )
}

type Props = { album: AlbumWithPhotos; isPhone: boolean; onUpload: () => void; onPick: () => void }

/** L-AD-15, L-AD-18, S-PANEL-08: one line each, so that the photos come first. */
export function AlbumSections({ album, isPhone, onUpload, onPick }: Props) {
  const { id: albumId, title: albumTitle, waiting_count: count } = album
  const links = { albumId, albumTitle, takesGuests: !album.is_favorites }
  const waiting = count && (
    <Suspense>
      <GuestPhotosNotice albumId={albumId} count={count} />
    </Suspense>
  )
  if (!isPhone)
    return (
      <>
        {waiting}
        <section className={classNames(styles['section'], styles['links'])}>
          <Suspense>
            <ShareLinksPanel {...links} title="Share Links" />
          </Suspense>
        </section>
      </>
    )
  return (
    <>
      {waiting}
      <Collapsible title="Share Links">
        <Suspense>
          <ShareLinksPanel {...links} />
        </Suspense>
      </Collapsible>
      <Collapsible title="Upload & Add Photos">
        <div className={styles['adding']}>
          <AddPhotosButtons wide onUpload={onUpload} onPick={onPick} />
        </div>
      </Collapsible>
    </>
  )
}
