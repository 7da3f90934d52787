import { type FocusEvent, type RefObject, useLayoutEffect, useState } from 'react'

type VisibleBand = { top: number; bottom: number }

/** Positions are rounded to this step, to avoid a render for each scrolled pixel. */
const ROUND_TO_PX = 200

/**
 * Returns the visible part of a tall element, in px from its top, whichever ancestor scrolls. Long lists render only
 * the items in this part and some around it.
 */
export function useVisibleBand(ref: RefObject<HTMLElement | null>): VisibleBand {
  const [band, setBand] = useState<VisibleBand>(() => ({ top: 0, bottom: window.innerHeight }))
  useLayoutEffect(() => {
    let frame = 0
    const measure = () => {
      frame = 0
      if (!ref.current) return
      const scrolledPx = -ref.current.getBoundingClientRect().top
      const top = Math.floor(scrolledPx / ROUND_TO_PX) * ROUND_TO_PX
      const bottom = Math.ceil((scrolledPx + window.innerHeight) / ROUND_TO_PX) * ROUND_TO_PX
      setBand(previous => (previous.top === top && previous.bottom === bottom ? previous : { top, bottom }))
    }
    const schedule = () => {
      frame ||= requestAnimationFrame(measure)
    }
    measure()
    // Scroll events do not bubble, but a capturing listener on the document receives those of every scrolling element.
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

/**
 * Returns the index of the focused item of a long list, from its data-index. Lists render this item even if it is
 * scrolled out of view, so that keyboard users do not lose the focus.
 */
export function useFocusedIndex() {
  const [index, setIndex] = useState<number | null>(null)
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const item = event.target.closest<HTMLElement>('[data-index]')
    setIndex(item ? Number(item.dataset['index']) : null)
  }
  return { index, handlers: { onFocus, onBlur: () => setIndex(null) } }
}

/** Returns the content width of an element, 0 before the first measurement. */
export function useWidth(ref: RefObject<HTMLElement | null>) {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
