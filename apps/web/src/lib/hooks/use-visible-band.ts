import { useLayoutEffect, useState, type RefObject } from 'react'

type Band = { top: number; bottom: number }

/** Rounding keeps a scroll of a few px from rendering anything. */
const step = 200

/**
 * Which part of a tall element is on screen, in px from its top, whatever it is that scrolls.
 * Long lists render what touches the band and as much beside it as they may.
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
    // Scroll events do not bubble, but they can be caught on their way down to any scrolling part.
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
