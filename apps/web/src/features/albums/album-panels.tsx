import { ChevronDown, Inbox } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import { lazyOf } from '../../lib/lazy.ts'
import { Link } from '../../lib/router.tsx'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { AlbumWithPhotos } from '../../domain/albums/albums.queries.ts'
import { AddPhotosButtons } from './header/album-tools.tsx'
import styles from './album.module.css'

const ShareLinksPanel = lazyOf(() => import('../../widgets/share-links/share-links-panel.tsx'), 'ShareLinksPanel')

function Collapsible({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={`surface ${styles['section']}`}>
      <summary className="summary">
        <h2 className="text-3">{title}</h2>
        <ChevronDown aria-hidden className="chevron" />
      </summary>
      <div className={styles['content']}>{children}</div>
    </details>
  )
}

type AlbumPanelsProps = { album: AlbumWithPhotos; isPhone: boolean; onUpload: () => void; onAddExisting: () => void }

/**
 * L-AD-15, L-AD-18, S-PANEL-08: the share links and, on a phone, the upload buttons. On a phone, the panels are
 * collapsed, so that the photos are near the top of the screen.
 */
export function AlbumPanels({ album, isPhone, onUpload, onAddExisting }: AlbumPanelsProps) {
  const { id: albumId, title: albumTitle, waiting_count: count } = album
  const linksPanelProps = { albumId, albumTitle, acceptsGuestPhotos: !album.is_favorites }
  const guestPhotosNotice = count && <GuestPhotosNotice albumId={albumId} count={count} />
  if (!isPhone)
    return (
      <>
        {guestPhotosNotice}
        <section className={classNames('surface', styles['section'], styles['links'])}>
          <Suspense>
            <ShareLinksPanel {...linksPanelProps} title="Share Links" />
          </Suspense>
        </section>
      </>
    )
  return (
    <>
      {guestPhotosNotice}
      <Collapsible title="Share Links">
        <Suspense>
          <ShareLinksPanel {...linksPanelProps} />
        </Suspense>
      </Collapsible>
      <Collapsible title="Upload & Add Photos">
        <div className="stack-2">
          <AddPhotosButtons wide onUpload={onUpload} onAddExisting={onAddExisting} />
        </div>
      </Collapsible>
    </>
  )
}

/** A notice that links to the photos from guests that wait for approval. */
function GuestPhotosNotice({ albumId, count }: { albumId: string; count: number }) {
  const reviewLink = (
    <Link to={`/albums/${albumId}/received`} className={buttonClass({})}>
      <Inbox aria-hidden />
      Review
    </Link>
  )
  return (
    <Notice action={reviewLink}>
      {count === 1
        ? '1 photo from a guest is waiting for your approval.'
        : `${count} photos from guests are waiting for your approval.`}
    </Notice>
  )
}
