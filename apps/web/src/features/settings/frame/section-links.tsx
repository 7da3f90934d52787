import { useEffect, useRef, useState } from 'react'
import { useLocation } from '../../../lib/router.tsx'
import type { Section } from '../sections.ts'
import styles from './frame.module.css'

/** Links to the sections of Settings, with the current section highlighted. */
export function SectionLinks({ sections }: { sections: readonly Section[] }) {
  const currentId = useCurrentSectionId(sections)
  const links = useRef<HTMLElement>(null)
  useEffect(() => {
    const [nav, link] = [links.current, links.current?.querySelector<HTMLElement>('[aria-current]')]
    if (nav && link) nav.scrollTo?.({ left: link.offsetLeft - (nav.clientWidth - link.offsetWidth) / 2 })
  }, [currentId])
  return (
    <nav ref={links} aria-label="Settings" className={styles['links']}>
      {sections.map(({ id, title }) => (
        <a key={id} href={`#${id}`} className={styles['link']} aria-current={id === currentId ? 'location' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  )
}

type SectionBox = { id: string; top: number; bottom: number }

/**
 * Returns the id of the current section: the last section that begins above a line. The line moves from the top to the
 * bottom of the window while the page scrolls, because the last sections never reach the top. While the section that
 * the URL names is fully visible, that section is the current one.
 */
export function findCurrentSection(
  sectionBoxes: readonly SectionBox[],
  { height, scrollFraction }: { height: number; scrollFraction: number },
  requestedId?: string,
) {
  const requestedSection = sectionBoxes.find(({ id }) => id === requestedId)
  if (requestedSection && requestedSection.top >= 0 && requestedSection.bottom <= height) return requestedSection.id
  const lineY = height * scrollFraction
  return (sectionBoxes.findLast(({ top }) => top <= lineY) ?? sectionBoxes[0])?.id
}

const measureSection = ({ id }: Section): SectionBox[] => {
  const box = document.getElementById(id)?.getBoundingClientRect()
  return box ? [{ id, top: box.top, bottom: box.bottom }] : []
}
function measureScrollFraction() {
  const { scrollHeight, clientHeight } = document.documentElement
  return scrollHeight > clientHeight ? Math.min(1, window.scrollY / (scrollHeight - clientHeight)) : 0
}

function useCurrentSectionId(sections: readonly Section[]) {
  const { hash } = useLocation()
  const [currentId, setCurrentId] = useState<string>()
  useEffect(() => {
    let frame = 0
    const measure = () => {
      frame = 0
      const view = { height: window.innerHeight, scrollFraction: measureScrollFraction() }
      setCurrentId(findCurrentSection(sections.flatMap(measureSection), view, hash.slice(1)))
    }
    const schedule = () => {
      frame ||= requestAnimationFrame(measure)
    }
    schedule()
    window.addEventListener('scroll', schedule, { passive: true })
    window.addEventListener('resize', schedule)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', schedule)
      window.removeEventListener('resize', schedule)
    }
  }, [sections, hash])
  return currentId
}
