import { useEffect, useState } from 'react'

const TYPING_PAUSE_MS = 300

/**
 * Returns the text of a field, which `onSend` receives when the user pauses typing. When the sent text comes back as
 * `value`, the field does not change, so that spaces and the caret stay. Any other `value`, for example after Back or a
 * reset, replaces the text. `isComplete` returns false for incomplete input, which is not sent.
 */
export function useDraft(value: string, onSend: (text: string) => void, isComplete = (_text: string) => true) {
  const [text, setText] = useState(value)
  const [lastSent, setLastSent] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  if (lastValue !== value) {
    setLastValue(value)
    if (value !== lastSent) {
      setText(value)
      setLastSent(value)
    }
  }
  const trimmedText = text.trim()
  const send = (newText = trimmedText) => {
    setText(newText === trimmedText ? text : newText)
    setLastSent(newText)
    // Compares with the sent text, because `value` may still be the previous text.
    if (newText !== lastSent) onSend(newText)
  }
  const shouldSend = trimmedText !== lastSent && isComplete(trimmedText)
  useEffect(() => {
    if (!shouldSend) return
    const timer = setTimeout(() => {
      setLastSent(trimmedText)
      onSend(trimmedText)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [shouldSend, trimmedText, onSend])
  return { text, setText, send }
}
