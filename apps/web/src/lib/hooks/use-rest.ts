import { useEffect, useState } from 'react'
import { isScrolling, onRest } from '../scrolling.ts'

/** False for what comes into the page while it scrolls, until it rests; then true for good. */
export function useRest(): boolean {
  const [rests, setRests] = useState(() => !isScrolling())
  useEffect(() => (rests ? undefined : onRest(() => setRests(true))), [rests])
  return rests
}
