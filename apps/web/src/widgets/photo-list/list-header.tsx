import type { ReactNode } from 'react'
import styles from './list-header.module.css'

/** The title of a list of photos, a summary, and its actions. */
export function ListHeader(props: { title: string; icon?: ReactNode; summary: string | null; children?: ReactNode }) {
  const { title, icon, summary, children } = props
  return (
    <header className={styles['header']}>
      <div className={styles['heading']}>
        <h1 className={styles['title']}>
          {icon}
          {title}
        </h1>
        <p aria-live="polite" className={styles['summary']}>
          {summary}
        </p>
      </div>
      <div className={styles['tools']}>{children}</div>
    </header>
  )
}
