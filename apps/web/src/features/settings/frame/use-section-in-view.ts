import { useEffect, useState } from 'react'
import { useLocation } from '../../../lib/router.ts'
import type { Section } from '../sections.ts'

type Place = { id: string; top: number; bottom: number }

/**
 * The current section. The deciding line moves from the top to the bottom of the window while the page is scrolled, so that
 * the last sections, which never reach the top, become current as well; a requested section is current while it is completely
 * visible.
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
