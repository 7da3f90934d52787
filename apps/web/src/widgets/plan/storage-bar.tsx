import type { http } from '@daymark/contracts'
import { classNames } from '../../ui/class-names.ts'
import styles from './storage-bar.module.css'
import { storageLevel } from './storage-level.ts'

const WORDS = {
  green: null,
  amber: 'Your storage is filling up.',
  red: 'Your storage is almost full.',
  full: 'Your storage is full. You cannot upload until you free up space. Nothing is deleted.',
} as const

const share = (percentage: number) => (percentage > 0 && percentage < 1 ? '<1' : String(Math.floor(percentage)))

/** S-SET-03, S-SET-04: the used storage, as a bar and as text. */
export function StorageBar({ storage }: { storage: http.Subscription['storage'] }) {
  const { usedFormatted, limitFormatted, percentage } = storage
  const level = storageLevel(percentage)
  const words = WORDS[percentage >= 100 ? 'full' : level]
  return (
    <div className={styles['storage']}>
      <p className={styles['line']}>
        <span>
          <strong className={styles['used']}>{usedFormatted}</strong> of {limitFormatted} used
        </span>
        <span className={styles['percent']}>{share(percentage)} %</span>
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
      {words && <p className={styles['words']}>{words}</p>}
    </div>
  )
}
