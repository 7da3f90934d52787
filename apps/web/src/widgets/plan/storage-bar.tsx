import type { http } from '@daymark/contracts'
import { classNames } from '../../ui/class-names.ts'
import styles from './storage-bar.module.css'

const STORAGE_WARNINGS = {
  green: null,
  amber: 'Your storage is filling up.',
  red: 'Your storage is almost full.',
  full: 'Your storage is full. You cannot upload until you free up space. Nothing is deleted.',
} as const

const formatPercentage = (percentage: number) =>
  percentage > 0 && percentage < 1 ? '<1' : String(Math.floor(percentage))

/** S-SET-03, S-SET-04: shows the used storage as a bar and as text. */
export function StorageBar({ storage }: { storage: http.Subscription['storage'] }) {
  const { usedFormatted, limitFormatted, percentage } = storage
  const level = getStorageLevel(percentage)
  const warning = STORAGE_WARNINGS[percentage >= 100 ? 'full' : level]
  return (
    <div className="stack-2">
      <p className={styles['line']}>
        <span>
          <strong className={styles['used']}>{usedFormatted}</strong> of {limitFormatted} used
        </span>
        <span>{formatPercentage(percentage)} %</span>
      </p>
      <div
        role="meter"
        aria-label="Storage used"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, Math.floor(percentage))}
        aria-valuetext={`${usedFormatted} of ${limitFormatted}`}
        data-level={level}
        className={styles['track']}
      >
        <div className={classNames(styles['bar'], styles[level])} style={{ width: `${Math.min(100, percentage)}%` }} />
      </div>
      {warning && <p className="muted">{warning}</p>}
    </div>
  )
}

/**
 * S-SET-03, rule 54: returns the color of the storage bar. A percentage on the boundary of two colors has the color of
 * the lower percentages.
 */
export function getStorageLevel(percentage: number): 'green' | 'amber' | 'red' {
  if (percentage > 90) return 'red'
  return percentage > 75 ? 'amber' : 'green'
}
