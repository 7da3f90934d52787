import { type http, positionNameAt } from '@daymark/contracts'
import { useLeaveGuard } from '../../../lib/hooks/use-leave-guard.ts'
import { useUnloadWarning } from '../../../lib/hooks/use-unload-warning.ts'
import { ConfirmDialog } from '../../../ui/overlay/overlays.tsx'

/** The settings that differ from the saved ones. */
export type ConfigChanges = Partial<http.WatermarkConfig>

/** Each orientation has its own position; square photos use that of landscape photos (rule 41). */
export type Orientation = 'landscape' | 'portrait'

/** S-WM-05: adds changes, and removes those whose value equals the saved one. */
export function mergeChanges(
  saved: http.WatermarkConfig,
  changes: ConfigChanges,
  newChanges: ConfigChanges,
): ConfigChanges {
  const entries = Object.entries({ ...changes, ...newChanges }) as [keyof http.WatermarkConfig, string | number][]
  return Object.fromEntries(entries.filter(([name, value]) => saved[name] !== value))
}

export const readPosition = (config: http.WatermarkConfig, orientation: Orientation) =>
  orientation === 'portrait'
    ? { x: config.portraitXPercent, y: config.portraitYPercent }
    : { x: config.landscapeXPercent, y: config.landscapeYPercent }

export const createPositionChanges = (orientation: Orientation, { x, y }: { x: number; y: number }): ConfigChanges =>
  orientation === 'portrait'
    ? { portraitXPercent: x, portraitYPercent: y, portraitPosition: positionNameAt(x, y) }
    : { landscapeXPercent: x, landscapeYPercent: y, landscapePosition: positionNameAt(x, y) }

/**
 * S-WM-05: asks for confirmation if the user leaves the page with unsaved changes. When the tab is closed, the browser
 * asks.
 */
export function LeaveWarning({ isUnsaved }: { isUnsaved: boolean }) {
  const pendingNavigation = useLeaveGuard(isUnsaved)
  useUnloadWarning(isUnsaved)
  if (!pendingNavigation) return null
  return (
    <ConfirmDialog
      title="Leave without saving?"
      text="Your changes to the watermark are not saved, and visitors do not see them."
      action="Leave"
      cancel="Keep Editing"
      isDanger
      onConfirm={() => pendingNavigation.proceed()}
      onClose={() => pendingNavigation.reset()}
    />
  )
}
