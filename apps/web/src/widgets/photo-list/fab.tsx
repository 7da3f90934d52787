import { lazy, Suspense } from 'react'
import type { FabProps } from './fab-menu.tsx'

const FabMenu = lazy(async () => ({ default: (await import('./fab-menu.tsx')).FabMenu }))

/** The floating action button above the bottom bar of a phone. It is loaded on phones only. */
export function Fab(props: FabProps) {
  return (
    <Suspense>
      <FabMenu {...props} />
    </Suspense>
  )
}
