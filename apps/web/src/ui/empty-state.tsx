import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** Explains why a list or page is empty and offers the next step. */
export function EmptyState(props: { icon?: ReactNode; title: string; text?: ReactNode; children?: ReactNode }) {
  const { icon, title, text, children } = props
  return (
    <section className={styles['empty']}>
      {icon && <div className={styles['icon']}>{icon}</div>}
      <h2 className="text-4">{title}</h2>
      {text && <p className={styles['text']}>{text}</p>}
      {children && <div className={styles['actions']}>{children}</div>}
    </section>
  )
}
