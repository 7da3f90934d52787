import type { ReactNode } from 'react'
import styles from './page.module.css'

/** The head of a page: title, a short description, and actions. */
export function PageHead({ title, lead, children }: { title: string; lead: ReactNode; children?: ReactNode }) {
  return (
    <header className={styles['head']}>
      <div className={styles['words']}>
        <h1 className={styles['title']}>{title}</h1>
        <p className={styles['lead']}>{lead}</p>
      </div>
      {children && <div className={styles['actions']}>{children}</div>}
    </header>
  )
}

/** A part of a page with a linkable id. */
export function PageSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles['section']}>
      <h2 id={`${id}-title`} className={styles['heading']}>
        {title}
      </h2>
      {children}
    </section>
  )
}
