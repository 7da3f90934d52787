import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react'
import styles from './frame.module.css'

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

/** A section's place in the page: its id and title, and how it reports that it rendered. */
export type SectionPlace = { id: string; title: string; onShown: (id: string, isShown: boolean) => void }

export const SectionPlaceContext = createContext<SectionPlace | null>(null)

/**
 * The place of the surrounding section. A section that renders nothing, because its feature is not set up, has no link in the
 * navigation.
 */
function useSectionPlace(): SectionPlace {
  const place = useContext(SectionPlaceContext)
  if (!place) throw new Error('a section of Settings must be in the list of sections')
  const { id, onShown } = place
  useLayoutEffect(() => {
    onShown(id, true)
    return () => onShown(id, false)
  }, [id, onShown])
  return place
}
