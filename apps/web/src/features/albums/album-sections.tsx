import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { AddPhotosButtons } from './header/album-tools.tsx'
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

type Props = { albumId: string; albumTitle: string; isPhone: boolean; onUpload: () => void; onPick: () => void }

/** L-AD-15, L-AD-18, S-PANEL-08: one line each, so that the photos come first. */
export function AlbumSections({ albumId, albumTitle, isPhone, onUpload, onPick }: Props) {
  if (!isPhone)
    return (
      <section className={classNames(styles['section'], styles['links'])}>
        <Suspense>
          <ShareLinksPanel albumId={albumId} albumTitle={albumTitle} title="Share Links" />
        </Suspense>
      </section>
    )
  return (
    <>
      <Collapsible title="Share Links">
        <Suspense>
          <ShareLinksPanel albumId={albumId} albumTitle={albumTitle} />
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
