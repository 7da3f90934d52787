import type { http } from '@daymark/contracts'
import { Share2 } from 'lucide-react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { formatPhotoCount } from '../../domain/photos/photo.ts'
import { useIsPhone } from '../../lib/hooks/use-size.ts'
import { useTitle } from '../../lib/page-meta.ts'
import { Link, useParams } from '../../lib/router.tsx'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { MasonryGrid } from '../../widgets/masonry/masonry-grid.tsx'
import { GALLERY_COLUMNS, PHONE_GALLERY_COLUMNS } from '../../widgets/masonry/masonry-layout.ts'
import { Picture } from '../../widgets/masonry/picture.tsx'
import { ShareLinksPanel } from '../../widgets/share-links/share-links-panel.tsx'
import { sharedSelectionQuery } from './shares.queries.ts'
import styles from './shares.module.css'

function SelectionPhotos({ images }: Pick<http.Selection, 'images'>) {
  const isPhone = useIsPhone()
  return (
    <MasonryGrid
      photos={images}
      label="Shared photos"
      columns={isPhone ? PHONE_GALLERY_COLUMNS : GALLERY_COLUMNS}
      renderPhoto={({ url, title, placeholder }, index) => (
        <Picture src={url.replace('/lg/', '/md/')} alt={title || `Photo ${index + 1}`} placeholder={placeholder} />
      )}
    />
  )
}

/** The page of a selection: photos that were shared without an album, and their links. */
export function SelectionPage() {
  const { id = '' } = useParams()
  const { data, isError } = useCached(sharedSelectionQuery(id))
  useTitle(data?.title ?? 'Shared photos')
  if (isError)
    return (
      <EmptyState
        icon={<Share2 aria-hidden />}
        title="No longer shared"
        text="The last link to this selection was deleted. The photos are still in your library."
      >
        <Link to="/photos" className={buttonClass({ appearance: 'primary' })}>
          Go to Photos
        </Link>
      </EmptyState>
    )
  if (!data) return <Spinner label="Loading..." fill />
  return (
    <div className="stack-5 shrinkable">
      <header className={styles['header']}>
        <h1>{data.title}</h1>
        <p>{formatPhotoCount(data.image_count)}, shared without an album</p>
      </header>
      <ShareLinksPanel albumId={id} albumTitle={data.title} />
      <SelectionPhotos images={data.images} />
    </div>
  )
}
