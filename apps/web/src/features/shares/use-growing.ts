import { startTransition, useEffect, useState } from 'react'

/** The first batch fills any screen; later batches are small, so that no step blocks the page. */
const FIRST = 24
const STEP = 40

/** The rendered part of a long list: one screen at once, the rest in steps between which the page can react. */
export function useGrowing<T>(items: readonly T[]): readonly T[] {
  const [shown, setShown] = useState(FIRST)
  const isWhole = shown >= items.length
  useEffect(() => {
    if (isWhole) return
    const frame = requestAnimationFrame(() => startTransition(() => setShown(shown + STEP)))
    return () => cancelAnimationFrame(frame)
  }, [shown, isWhole])
  return isWhole ? items : items.slice(0, shown)
}
