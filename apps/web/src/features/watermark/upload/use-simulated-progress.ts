import { UPLOAD_BAR } from '@daymark/contracts'
import { useEffect, useState } from 'react'

/** Does not restart a bar that is complete or cleared. */
const risen = (percent: number | null) =>
  percent === null || percent >= UPLOAD_BAR.highest ? percent : percent + UPLOAD_BAR.step

/** S-WM-08: the duration is unknown, so the progress is simulated; the full bar stays for a moment. */
export function useSimulatedProgress() {
  const [percent, setPercent] = useState<number | null>(null)
  const isRising = percent !== null && percent < UPLOAD_BAR.highest
  const isComplete = percent === 100
  useEffect(() => {
    if (!isRising) return
    const timer = setInterval(() => setPercent(risen), UPLOAD_BAR.everyMs)
    return () => clearInterval(timer)
  }, [isRising])
  useEffect(() => {
    if (!isComplete) return
    const timer = setTimeout(() => setPercent(null), UPLOAD_BAR.clearAfterMs)
    return () => clearTimeout(timer)
  }, [isComplete])
  return {
    percent,
    start: () => setPercent(0),
    complete: () => setPercent(100),
    /** A failed upload must not show a full bar. */
    stop: () => setPercent(null),
  }
}
