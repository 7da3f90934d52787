import { useId, type ReactNode } from 'react'
import styles from './analytics.module.css'

/** One part of the report with a title. */
export function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles['panel']}>
      <div className={styles['panelTop']}>
        <h2 id={id} className={styles['panelTitle']}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
