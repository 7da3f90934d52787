import { lazy, Suspense } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { albumShares } from '../../../domain/shares/share.queries.ts'
import type { PickedProps } from './use-picked.ts'

const PickedFilter = lazy(async () => ({ default: (await import('./picked-filter.tsx')).PickedFilter }))

/**
 * Loaded only if visitors can pick through a link of the album. `isWhole`: the filter is hidden because all photos are
 * needed.
 */
export function PickedSlot({ isWhole, ...props }: PickedProps & { isWhole: boolean }) {
  const { data: shares } = useCached(albumShares(props.albumId))
  const isOffered = !isWhole && shares?.some(share => share.picks)
  return <Suspense>{isOffered && <PickedFilter {...props} />}</Suspense>
}
