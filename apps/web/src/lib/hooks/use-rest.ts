import { useEffect, useState } from 'react'
import { isScrolling, onRest } from '../scrolling.ts'

/** False for elements that are added while the page scrolls, until scrolling stops; then true for good. */
export function useRest(): boolean {
  const [rests, setRests] = useState(() => !isScrolling())
  useEffect(() => (rests ? undefined : onRest(() => setRests(true))), [rests])
  return rests
}
