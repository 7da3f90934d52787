import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react'
import styles from './frame.module.css'

/** The frame of a section: title, description and a card with its rows. */
export function SettingsSection({ about, children }: { about?: ReactNode; children: ReactNode }) {
  const { id, title } = useSection()
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

/** What a section receives from the page: its id, its title, and a callback for its visibility. */
export type SectionContextValue = { id: string; title: string; onShown: (id: string, isShown: boolean) => void }

export const SectionContext = createContext<SectionContextValue | null>(null)

/**
 * Returns the surrounding section and reports to the page that it is rendered. A section that renders nothing gets no
 * link in the navigation.
 */
function useSection(): SectionContextValue {
  const place = useContext(SectionContext)
  if (!place) throw new Error('a section of Settings must be in the list of sections')
  const { id, onShown } = place
  useLayoutEffect(() => {
    onShown(id, true)
    return () => onShown(id, false)
  }, [id, onShown])
  return place
}
