import type { ReactNode } from 'react'
import styles from './action-bar.module.css'

/** What can be done with everything that is selected: one bar that stays in view. */
export function ActionBar({ label, summary, children }: { label: string; summary: string; children: ReactNode }) {
  return (
    <div role="toolbar" aria-label={label} className={styles['bar']}>
      <p role="status" className={styles['summary']}>
        {summary}
      </p>
      <div className={styles['actions']}>{children}</div>
    </div>
  )
}
