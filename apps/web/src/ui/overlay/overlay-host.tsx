import { Suspense } from 'react'
import { lazyOf } from '../../lib/lazy.ts'
import { useStore } from '../../lib/store.ts'
import { overlays } from './overlay-store.ts'

const OverlayViews = lazyOf(() => import('./overlays.tsx'), 'Overlays')

/**
 * Shows toasts and confirmation dialogs. The root of the application mounts it once. The components it renders are
 * loaded on first use.
 */
export function OverlayHost() {
  const { toasts, openConfirmation } = useStore(overlays)
  return <Suspense>{(toasts[0] || openConfirmation) && <OverlayViews />}</Suspense>
}
