import type { ReactNode } from 'react'
import styles from './action-bar.module.css'

/** A toolbar with the actions for the selected items. It sticks to the window while the page scrolls. */
export function ActionBar({ label, summary, children }: { label: string; summary: string; children: ReactNode }) {
  return (
    <div role="toolbar" aria-label={label} className={styles['bar']}>
      <p role="status" className="strong">
        {summary}
      </p>
      <div className={styles['actions']}>{children}</div>
    </div>
  )
}
