import { type http, positionNameAt } from '@daymark/contracts'
import { useLeaveGuard } from '../../../lib/hooks/use-leave-guard.ts'
import { useUnloadWarning } from '../../../lib/hooks/use-unload-warning.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm.dialog.tsx'

/** The unsaved changes. */
export type ConfigChanges = Partial<http.WatermarkConfig>

/** Which of the two placements: square photos use the landscape one (rule 41). */
export type Orientation = 'landscape' | 'portrait'

/** S-WM-05: a change that is reverted by hand is no change. */
export function changed(saved: http.WatermarkConfig, changes: ConfigChanges, more: ConfigChanges): ConfigChanges {
  const entries = Object.entries({ ...changes, ...more }) as [keyof http.WatermarkConfig, string | number][]
  return Object.fromEntries(entries.filter(([name, value]) => saved[name] !== value))
}

export const placeIn = (config: http.WatermarkConfig, orientation: Orientation) =>
  orientation === 'portrait'
    ? { x: config.portraitXPercent, y: config.portraitYPercent }
    : { x: config.landscapeXPercent, y: config.landscapeYPercent }

export const movedTo = (orientation: Orientation, { x, y }: { x: number; y: number }): ConfigChanges =>
  orientation === 'portrait'
    ? { portraitXPercent: x, portraitYPercent: y, portraitPosition: positionNameAt(x, y) }
    : { landscapeXPercent: x, landscapeYPercent: y, landscapePosition: positionNameAt(x, y) }

/** S-WM-05: asks before unsaved changes are lost. When the tab closes, the browser asks. */
export function LeaveWarning({ isUnsaved }: { isUnsaved: boolean }) {
  const leaving = useLeaveGuard(isUnsaved)
  useUnloadWarning(isUnsaved)
  if (!leaving) return null
  return (
    <ConfirmDialog
      title="Leave without saving?"
      text="Your changes to the watermark are not saved, and visitors do not see them."
      action="Leave"
      cancel="Keep Editing"
      isDanger
      onConfirm={() => leaving.proceed()}
      onClose={() => leaving.reset()}
    />
  )
}
