import { positionAt, type http } from '@daymark/contracts'

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
    ? { portraitXPercent: x, portraitYPercent: y, portraitPosition: positionAt(x, y) }
    : { landscapeXPercent: x, landscapeYPercent: y, landscapePosition: positionAt(x, y) }
