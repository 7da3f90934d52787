import { lazy, Suspense, useMemo, useState } from 'react'
import type { AlbumWithPhotos } from '../../../domain/albums/albums.queries.ts'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { albumSharesQuery } from '../../../domain/shares/share.queries.ts'
import type { PickFilterProps } from './pick-filter.tsx'

const PickFilter = lazy(async () => ({ default: (await import('./pick-filter.tsx')).PickFilter }))

/**
 * Loaded only if visitors can pick through a link of the album. `isWhole`: the filter is hidden because all photos are
 * needed.
 */
export function PickFilterSlot({ isWhole, ...props }: PickFilterProps & { isWhole: boolean }) {
  const { data: shares } = useCached(albumSharesQuery(props.albumId))
  const isOffered = !isWhole && shares?.some(share => share.picks)
  return <Suspense>{isOffered && <PickFilter {...props} />}</Suspense>
}

/** The photos of an album: all, or only the picked ones. */
export function usePickFilter({ images }: AlbumWithPhotos) {
  const [picked, onFilter] = useState<ReadonlySet<string> | null>(null)
  const shown = useMemo(() => (picked ? images.filter(({ id }) => picked.has(id)) : images), [images, picked])
  return { shown, onFilter }
}
