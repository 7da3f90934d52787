import { classNames } from '../class-names.ts'
import styles from './progress.module.css'

/** 0 to 100. `name` is the accessible name; a visible text stands next to the bar. */
export function ProgressBar({
  name,
  value,
  tone = 'accent',
}: {
  name: string
  value: number
  tone?: 'accent' | 'danger'
}) {
  const percent = Math.round(Math.min(100, Math.max(0, value)))
  return (
    <div
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={styles['track']}
    >
      <div className={classNames(styles['bar'], styles[tone])} style={{ transform: `scaleX(${percent / 100})` }} />
    </div>
  )
}
