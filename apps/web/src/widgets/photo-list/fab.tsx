import { Suspense } from 'react'
import { lazyOf } from '../../lib/lazy.ts'
import type { FabProps } from './fab-menu.tsx'

const FabMenu = lazyOf(() => import('./fab-menu.tsx'), 'FabMenu')

/** The floating action button above the bottom bar of a phone. It is loaded on phones only. */
export function Fab(props: FabProps) {
  return (
    <Suspense>
      <FabMenu {...props} />
    </Suspense>
  )
}
