import { useEffect, useState } from 'react'

const TYPING_PAUSE_MS = 300

/**
 * Returns the text of a field, which `onSend` receives when the user pauses typing. When the sent text comes back as
 * `value`, the field does not change, so that spaces and the caret stay. Any other `value`, for example after Back or a
 * reset, replaces the text. `accept` returns false for incomplete input, which is not sent.
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
  const trimmedText = text.trim()
  const send = (now = trimmedText) => {
    setText(now === trimmedText ? text : now)
    setSent(now)
    // Compares with the sent text, because `value` may still be the previous one.
    if (now !== sent) onSend(now)
  }
  const isDue = trimmedText !== sent && accept(trimmedText)
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(() => {
      setSent(trimmedText)
      onSend(trimmedText)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isDue, trimmedText, onSend])
  return { text, setText, send }
}
