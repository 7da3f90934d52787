import type { ReactNode } from 'react'
import styles from './action-bar.module.css'

/** A bar with the actions for the current selection; it stays in view. */
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
