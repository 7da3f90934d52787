import styles from './progress.module.css'

/** A progress bar. `value` is a percentage. `name` is the accessible name; the page shows the progress as text too. */
export function ProgressBar({ name, value }: { name: string; value: number }) {
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
      <div className={styles['bar']} style={{ transform: `scaleX(${percent / 100})` }} />
    </div>
  )
}
