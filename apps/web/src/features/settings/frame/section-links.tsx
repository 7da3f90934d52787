import { useEffect, useRef } from 'react'
import type { Section } from '../sections.ts'
import styles from './section-links.module.css'
import { useSectionInView } from './use-section-in-view.ts'

/** Next to the sections on a desktop, a row above them on a phone. Highlights the section on screen. */
export function SectionLinks({ sections }: { sections: readonly Section[] }) {
  const current = useSectionInView(sections)
  const links = useRef<HTMLElement>(null)
  useEffect(() => {
    const [row, link] = [links.current, links.current?.querySelector<HTMLElement>('[aria-current]')]
    if (row && link) row.scrollTo?.({ left: link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2 })
  }, [current])
  return (
    <nav ref={links} aria-label="Settings" className={styles['links']}>
      {sections.map(({ id, title }) => (
        <a key={id} href={`#${id}`} className={styles['link']} aria-current={id === current ? 'location' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  )
}
