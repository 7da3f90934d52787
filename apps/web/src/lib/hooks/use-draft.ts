import { useEffect, useState } from 'react'

const PAUSE_MS = 300

/**
 * A text that is sent on when its writer pauses. What was sent comes back as `value` and leaves the text alone, with its spaces
 * and its caret; another value (the browser went back, somebody cleared it) replaces it. `accept` holds back what is half written.
 */
export function useDraft(value: string, onSend: (text: string) => void, accept = (_text: string) => true) {
  const [text, setText] = useState(value)
  const [sent, setSent] = useState(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    if (value !== sent) {
      setText(value)
      setSent(value)
    }
  }
  const wanted = text.trim()
  const send = (now = wanted) => {
    setText(now === wanted ? text : now)
    setSent(now)
    // `value` may lag behind what is on its way.
    if (now !== sent) onSend(now)
  }
  const isDue = wanted !== sent && accept(wanted)
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(() => {
      setSent(wanted)
      onSend(wanted)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isDue, wanted, onSend])
  return { text, setText, send }
}
