import type { http } from '@daymark/contracts'
import { Link2 } from 'lucide-react'
import { startTransition, useEffect, useState } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { formatPhotoCount } from '../../domain/photos/photo.ts'
import { useTitle } from '../../lib/page-meta.ts'
import { Link } from '../../lib/router.tsx'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton, Skeletons } from '../../ui/feedback/skeleton.tsx'
import { SharedAlbum } from './shared-album.tsx'
import styles from './shares.module.css'
import { sharesOverviewQuery } from './shares.queries.ts'

/** L-SKEL-03: the placeholder while the shares are loading. */
function SharesSkeleton() {
  return (
    <Skeletons label="Loading shares" className={styles['list']}>
      {Array.from({ length: 6 }, (_, n) => (
        <Skeleton key={n} className={styles['loading']} />
      ))}
    </Skeletons>
  )
}

function NoShares() {
  return (
    <EmptyState
      icon={<Link2 aria-hidden />}
      title="No share links yet"
      text="Open an album and create a link to share it."
    >
      <Link to="/albums" className={buttonClass({ appearance: 'primary' })}>
        Go to Albums
      </Link>
    </EmptyState>
  )
}

function OverviewLists({ albums, albums_without_shares: others }: http.SharesOverview) {
  const shownAlbums = useIncrementalList(albums)
  const shownOthers = useIncrementalList(others)
  return (
    <>
      {albums.length === 0 ? (
        <NoShares />
      ) : (
        <ul aria-label="Albums with links" className={styles['list']}>
          {shownAlbums.map(album => (
            <SharedAlbum key={album.id} album={album} />
          ))}
        </ul>
      )}
      <UnsharedAlbums albums={shownOthers} />
    </>
  )
}

/** S-OVER: all albums with links, and those without. */
export function SharesPage() {
  useTitle('Shares')
  const { data: overview, isError, refetch } = useCached(sharesOverviewQuery())
  return (
    <div className="stack-5 shrinkable">
      <header className={styles['header']}>
        <h1>Shares</h1>
        <p>Share Links Overview</p>
      </header>
      {overview && <OverviewLists {...overview} />}
      {!overview && !isError && <SharesSkeleton />}
      {!overview && isError && (
        <EmptyState
          icon={<Link2 aria-hidden />}
          title="The shares could not be loaded"
          text="Check your connection and try again."
        >
          <Button onClick={() => void refetch()}>Try Again</Button>
        </EmptyState>
      )}
    </div>
  )
}

type UnsharedAlbum = http.SharesOverview['albums_without_shares'][number]

/** S-OVER-07: albums without links. */
function UnsharedAlbums({ albums }: { albums: readonly UnsharedAlbum[] }) {
  if (albums.length === 0) return null
  return (
    <section className="stack-3 shrinkable">
      <h2 id="albums-without-shares" className="text-3">
        Albums without Shares
      </h2>
      <ul aria-labelledby="albums-without-shares" className={styles['unshared-list']}>
        {albums.map(({ id, title, image_count }) => (
          <li key={id}>
            <Link to={`/albums/${id}`} className={styles['name']}>
              <span>{title}</span>
              <span className={styles['details']}>{formatPhotoCount(image_count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The number of items in the first batch, which fill any screen. */
const FIRST_BATCH_SIZE = 24
const NEXT_BATCH_SIZE = 40

/**
 * Returns the part of a long list that is rendered. It grows in batches, so that the page can react to input between
 * them.
 */
function useIncrementalList<T>(items: readonly T[]): readonly T[] {
  const [count, setCount] = useState(FIRST_BATCH_SIZE)
  const isComplete = count >= items.length
  useEffect(() => {
    if (isComplete) return
    const frame = requestAnimationFrame(() => startTransition(() => setCount(count + NEXT_BATCH_SIZE)))
    return () => cancelAnimationFrame(frame)
  }, [count, isComplete])
  return isComplete ? items : items.slice(0, count)
}
