import { lazy, Suspense } from 'react'
import { useStore } from '../../lib/store.ts'
import { overlays } from './overlay-store.ts'

const OverlayViews = lazy(async () => ({ default: (await import('./overlays.tsx')).Overlays }))

/**
 * Shows toasts and confirmation dialogs. The root of the application mounts it once. The components it renders are
 * loaded on first use.
 */
export function OverlayHost() {
  const { toasts, openConfirmation } = useStore(overlays)
  return <Suspense>{(toasts[0] || openConfirmation) && <OverlayViews />}</Suspense>
}
