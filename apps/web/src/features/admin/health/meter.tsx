import { classNames } from '../../../ui/class-names.ts'
import type { Tone } from '../frame/chip.tsx'
import styles from './meter.module.css'

/** The used share of a resource. `name` is the accessible name; a visible text stands next to it. */
export function Meter({ name, percent, tone }: { name: string; percent: number; tone: Tone }) {
  const shown = Math.min(100, Math.max(0, percent))
  return (
    <div
      role="meter"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shown)}
      className={styles['track']}
    >
      <div className={classNames(styles['bar'], styles[tone])} style={{ width: `${shown}%` }} />
    </div>
  )
}
