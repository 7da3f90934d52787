import type { http } from '@daymark/contracts'
import { Link2 } from 'lucide-react'
import { startTransition, useEffect, useState } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { formatPhotoCount } from '../../domain/photos/photo.ts'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { Link } from '../../lib/router.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton, Skeletons } from '../../ui/feedback/skeleton.tsx'
import { SharedAlbum } from './shared-album.tsx'
import styles from './shares.module.css'
import { sharesOverview } from './shares.queries.ts'

/** L-SKEL-03 */
function Waiting() {
  return (
    <Skeletons label="Loading shares" className={styles['list']}>
      {Array.from({ length: 6 }, (_, n) => (
        <Skeleton key={n} className={styles['waiting']} />
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
      <Link to="/albums" className={buttonClass({ look: 'primary' })}>
        Go to Albums
      </Link>
    </EmptyState>
  )
}

function Overview({ albums, albums_without_shares: others }: http.SharesOverview) {
  const shownAlbums = useGrowing(albums)
  const shownOthers = useGrowing(others)
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

/** S-OVER: the shared albums. */
export function SharesPage() {
  useTitle('Shares')
  const { data: overview, isError, refetch } = useCached(sharesOverview())
  return (
    <div className={styles['page']}>
      <header className={styles['header']}>
        <h1>Shares</h1>
        <p>Share Links Overview</p>
      </header>
      {overview && <Overview {...overview} />}
      {!overview && !isError && <Waiting />}
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

type Unshared = http.SharesOverview['albums_without_shares'][number]

/** S-OVER-07 */
function UnsharedAlbums({ albums }: { albums: readonly Unshared[] }) {
  if (albums.length === 0) return null
  return (
    <section className={styles['unshared']}>
      <h2 id="albums-without-shares" className={styles['heading']}>
        Albums without Shares
      </h2>
      <ul aria-labelledby="albums-without-shares" className={styles['compact']}>
        {albums.map(({ id, title, image_count }) => (
          <li key={id}>
            <Link to={`/albums/${id}`} className={styles['name']}>
              <span>{title}</span>
              <span className={styles['facts']}>{formatPhotoCount(image_count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The first batch fills any screen; later batches are small, so that no step blocks the page. */
const FIRST = 24
const STEP = 40

/** The rendered part of a long list: one screen at once, the rest in steps between which the page can react. */
function useGrowing<T>(items: readonly T[]): readonly T[] {
  const [shown, setShown] = useState(FIRST)
  const isWhole = shown >= items.length
  useEffect(() => {
    if (isWhole) return
    const frame = requestAnimationFrame(() => startTransition(() => setShown(shown + STEP)))
    return () => cancelAnimationFrame(frame)
  }, [shown, isWhole])
  return isWhole ? items : items.slice(0, shown)
}
