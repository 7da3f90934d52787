import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AddPhotosButtons } from './album-actions.tsx'
import styles from './album.module.css'

const ShareLinksPanel = lazy(async () => ({
  default: (await import('../../widgets/share-links/share-links-panel.tsx')).ShareLinksPanel,
}))

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

type Props = { albumId: string; isPhone: boolean; onUpload: () => void; onPick: () => void }

/** L-AD-15, L-AD-18, S-PANEL-08: open on a desktop, folded on a phone so that the photos come first. */
export function AlbumSections({ albumId, isPhone, onUpload, onPick }: Props) {
  if (!isPhone)
    return (
      <section className={styles['section']}>
        <Suspense fallback={<Skeleton className={styles['coming']} />}>
          <ShareLinksPanel albumId={albumId} heading={<h2>Share Links</h2>} />
        </Suspense>
      </section>
    )
  return (
    <>
      <Collapsible title="Share Links">
        <Suspense>
          <ShareLinksPanel albumId={albumId} />
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
