import { useLayoutEffect, useState, type RefObject } from 'react'

type Band = { top: number; bottom: number }

/** Rounding avoids a render after a scroll of a few px. */
const step = 200

/**
 * The part of a tall element that is on screen, in px from its top, independent of which ancestor scrolls. Long lists render
 * the items in this band and some around it.
 */
export function useVisibleBand(ref: RefObject<HTMLElement | null>): Band {
  const [band, setBand] = useState<Band>(() => ({ top: 0, bottom: window.innerHeight }))
  useLayoutEffect(() => {
    let frame = 0
    const measure = () => {
      frame = 0
      if (!ref.current) return
      const above = -ref.current.getBoundingClientRect().top
      const top = Math.floor(above / step) * step
      const bottom = Math.ceil((above + window.innerHeight) / step) * step
      setBand(old => (old.top === top && old.bottom === bottom ? old : { top, bottom }))
    }
    const schedule = () => {
      frame ||= requestAnimationFrame(measure)
    }
    measure()
    // Scroll events do not bubble, but the capture phase receives those of every scrolling element.
    document.addEventListener('scroll', schedule, { capture: true, passive: true })
    window.addEventListener('resize', schedule)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', schedule, { capture: true })
      window.removeEventListener('resize', schedule)
    }
  }, [ref])
  return band
}
