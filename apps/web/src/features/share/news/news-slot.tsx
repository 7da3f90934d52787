import { lazy, Suspense } from 'react'
import type { Wanted } from '../downloads/use-downloads.ts'
import type { Shown } from '../gallery/use-shown.ts'

const News = lazy(async () => ({ default: (await import('./news.tsx')).News }))

type Props = Shown & { isHeld: boolean; onDownload: (wanted: Wanted) => void }

/** Loaded after the first screen; empty on a first visit. */
export function NewsSlot({ isHeld, ...shown }: Props) {
  return <Suspense>{!isHeld && <News {...shown} />}</Suspense>
}
