import { useEffect, useState } from 'react'
import { useLocation } from '../../../lib/router.ts'
import type { Section } from '../sections.ts'

type Place = { id: string; top: number; bottom: number }

/**
 * Which section is being read. The line that decides moves from the top of the window to its bottom as the page is scrolled, so that
 * the last ones, which never come to the top, have their turn as well; the section that was asked for has it while all of it is seen.
 */
export function sectionAt(
  places: readonly Place[],
  { height, scrolled }: { height: number; scrolled: number },
  wanted?: string,
) {
  const asked = places.find(({ id }) => id === wanted)
  if (asked && asked.top >= 0 && asked.bottom <= height) return asked.id
  const line = height * scrolled
  return (places.findLast(({ top }) => top <= line) ?? places[0])?.id
}

const placeOf = ({ id }: Section): Place[] => {
  const box = document.getElementById(id)?.getBoundingClientRect()
  return box ? [{ id, top: box.top, bottom: box.bottom }] : []
}
function scrolledShare() {
  const { scrollHeight, clientHeight } = document.documentElement
  return scrollHeight > clientHeight ? Math.min(1, window.scrollY / (scrollHeight - clientHeight)) : 0
}

export function useSectionInView(sections: readonly Section[]) {
  const { hash } = useLocation()
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    let frame = 0
    const measure = () => {
      frame = 0
      const view = { height: window.innerHeight, scrolled: scrolledShare() }
      setCurrent(sectionAt(sections.flatMap(placeOf), view, hash.slice(1)))
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
  return current
}
