import { useEffect, useState } from 'react'

const PAUSE_MS = 300

/**
 * Text that is sent when typing pauses. When the sent text returns as `value`, the field keeps its spaces and caret; any
 * other value (after Back or a reset) replaces the text. `accept` rejects incomplete input.
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
    // `value` may be older than what has been sent.
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
