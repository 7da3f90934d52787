import { lazy, Suspense } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { albumShares } from '../../../domain/shares/share.queries.ts'
import type { PickedProps } from './use-picked.ts'

const PickedFilter = lazy(async () => ({ default: (await import('./picked-filter.tsx')).PickedFilter }))

/** Only an album with a link whose visitors pick photos loads it. `isWhole`: all of it is needed at the moment. */
export function PickedSlot({ isWhole, ...props }: PickedProps & { isWhole: boolean }) {
  const { data: shares } = useCached(albumShares(props.albumId))
  const isOffered = !isWhole && shares?.some(share => share.picks)
  return <Suspense>{isOffered && <PickedFilter {...props} />}</Suspense>
}
