import { lazy, Suspense } from 'react'
import type { Wanted } from '../downloads/use-downloads.ts'
import type { Shown } from '../gallery/use-shown.ts'

const News = lazy(async () => ({ default: (await import('./news.tsx')).News }))

type Props = Shown & { isHeld: boolean; onDownload: (wanted: Wanted) => void }

/** Loaded once what is seen first is there; at a first visit there is nothing of it. */
export function NewsSlot({ isHeld, ...shown }: Props) {
  return <Suspense>{!isHeld && <News {...shown} />}</Suspense>
}
