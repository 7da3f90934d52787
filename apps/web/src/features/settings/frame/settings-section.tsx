import type { ReactNode } from 'react'
import styles from './settings-section.module.css'
import { useSectionPlace } from './section-place.ts'

/** The frame of every section: its title from the list of sections, a description, and a card of rows. */
export function SettingsSection({ about, children }: { about?: ReactNode; children: ReactNode }) {
  const { id, title } = useSectionPlace()
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles['section']}>
      <header className={styles['header']}>
        <h2 id={`${id}-title`} className={styles['title']}>
          {title}
        </h2>
        {about && <p className={styles['about']}>{about}</p>}
      </header>
      <div className={styles['card']}>{children}</div>
    </section>
  )
}
