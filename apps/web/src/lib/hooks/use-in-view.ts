import { type RefObject, useEffect, useState } from 'react'

/** Returns whether an element is in the viewport. Returns true until the browser has reported its position. */
export function useInView(ref: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(true)
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver(entries => setInView(entries.at(-1)?.isIntersecting ?? true))
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
  return isInView
}
