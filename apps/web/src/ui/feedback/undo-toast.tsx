import { useCallback, useEffect, useRef, useState } from 'react'
import { isTyping } from '../../lib/is-typing.ts'
import { useToast } from './toast.tsx'
import styles from './undo-toast.module.css'

/** Long enough to read it, to understand and to go there. */
const SHOWN_MS = 8000

/** Says what was done, with a button that takes it back. */
export function useUndoToast() {
  const show = useToast()
  return useCallback(
    (text: string, onUndo: () => void) => show(gone => <UndoNote {...{ text, onUndo, gone }} />),
    [show],
  )
}

/** Ctrl (or Cmd) with Z, as everywhere. */
function useUndoKey(undo: () => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
      if (!isUndo || event.defaultPrevented || isTyping(event.target)) return
      event.preventDefault()
      undo()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
}

/** The button that was pressed may be gone with what it did: who goes by keyboard finds the next one here. */
function offerFocus(button: HTMLElement) {
  if (document.activeElement !== document.body) return
  button.focus({ preventScroll: true })
  if (!button.matches(':focus-visible')) button.blur()
}

/** Goes by itself, but not from under the pointer or the focus: when they leave it, the time begins anew. */
function UndoNote({ text, onUndo, gone }: { text: string; onUndo: () => void; gone: () => void }) {
  const [isHeld, setIsHeld] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const latest = useRef(gone)
  const undo = () => {
    gone()
    onUndo()
  }
  useUndoKey(undo)
  useEffect(() => {
    latest.current = gone
  })
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => latest.current(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld])
  useEffect(() => {
    // Once the region around it is open: what is hidden takes no focus.
    queueMicrotask(() => button.current && offerFocus(button.current))
  }, [])
  return (
    <div
      className={styles['note']}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      {text}
      <button ref={button} type="button" title="Undo (Ctrl+Z)" className={styles['undo']} onClick={undo}>
        Undo
      </button>
    </div>
  )
}
