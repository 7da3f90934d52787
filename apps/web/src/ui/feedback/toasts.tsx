import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { isTyping } from '../../lib/is-typing.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { classNames } from '../class-names.ts'
import { overlays, type Toast } from '../overlay/overlay-store.ts'
import styles from './toast.module.css'
import { toastRegion } from './toast-region.ts'

toastRegion.className = styles['region'] ?? ''

const removeToast = (id: number) => {
  const { toasts, openConfirmation } = overlays.snapshot()
  overlays.set({ openConfirmation, toasts: toasts.filter(toast => toast.id !== id) })
}

export function Toasts({ toasts }: { toasts: readonly Toast[] }) {
  useEffect(() => {
    if (toastRegion.contains(document.activeElement)) return
    if (toastRegion.matches(':popover-open')) toastRegion.hidePopover()
    if (toasts.length) toastRegion.showPopover()
  }, [toasts])
  return createPortal(
    toasts.map(toast => <ToastView key={toast.id} toast={toast} />),
    toastRegion,
  )
}

/**
 * A toast, which disappears after `ms`. While the toast has the pointer or the focus, the timer is stopped; afterwards
 * the timer starts again from the beginning.
 */
function ToastView({ toast: { id, text, ms, isError, onUndo } }: { toast: Toast }) {
  const [isPaused, setIsPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => removeToast(id), ms)
    return () => clearTimeout(timer)
  }, [isPaused, id, ms])
  if (!isError && !onUndo) return <p className={styles['toast']}>{text}</p>
  return (
    <div
      role={isError ? 'alert' : undefined}
      className={classNames(styles['toast'], styles['withButton'], isError && styles['error'])}
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      {text}
      {isError && (
        <IconButton name="Dismiss" size="small" onClick={() => removeToast(id)}>
          <X aria-hidden />
        </IconButton>
      )}
      {onUndo && <UndoButton id={id} onUndo={onUndo} />}
    </div>
  )
}

function UndoButton({ id, onUndo }: { id: number; onUndo: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const undo = () => {
    removeToast(id)
    onUndo()
  }
  useUndoKey(undo)
  useEffect(() => {
    // Delayed until the toast region has opened, because hidden elements cannot have the focus.
    queueMicrotask(() => button.current && focusIfNothingIsFocused(button.current))
  }, [])
  return (
    <button ref={button} type="button" title="Undo (Ctrl+Z)" className={styles['undo']} onClick={undo}>
      Undo
    </button>
  )
}

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

/**
 * Focuses the Undo button if no element has the focus because the action removed the pressed button. Keyboard users can
 * then press Undo.
 */
function focusIfNothingIsFocused(button: HTMLElement) {
  if (document.activeElement !== document.body) return
  button.focus({ preventScroll: true })
  if (!button.matches(':focus-visible')) button.blur()
}
