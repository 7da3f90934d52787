import { useEffect, useState } from 'react'

const TYPING_PAUSE_MS = 300

/**
 * The text of a field that is sent when the user pauses typing. If the sent text returns as `value`, the field does not
 * change, which preserves spaces and the caret. Any other value (after Back or a reset) replaces the text. `accept`
 * rejects incomplete input.
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
    // Compares with the sent text, because `value` may not be updated yet.
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
