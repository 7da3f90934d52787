import { lazy, Suspense } from 'react'
import type { FabProps } from './fab-menu.tsx'

const FabMenu = lazy(async () => ({ default: (await import('./fab-menu.tsx')).FabMenu }))

/** The button above the bottom bar of a phone, within reach of the thumb. A desktop never loads it. */
export function Fab(props: FabProps) {
  return (
    <Suspense>
      <FabMenu {...props} />
    </Suspense>
  )
}
