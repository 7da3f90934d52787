import { lazy, Suspense } from 'react'
import type { Wanted } from '../downloads/use-downloads.ts'
import type { Shown } from '../gallery/use-filtered-gallery.tsx'

const News = lazy(async () => ({ default: (await import('./news.tsx')).News }))

type Props = Shown & { isDeferred: boolean; onDownload: (wanted: Wanted) => void }

/** Loaded after the first screen; empty on a first visit. */
export function NewsSlot({ isDeferred, ...shown }: Props) {
  return <Suspense>{!isDeferred && <News {...shown} />}</Suspense>
}
