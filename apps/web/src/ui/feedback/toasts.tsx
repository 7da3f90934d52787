import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { isTyping } from '../../lib/is-typing.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { classNames } from '../class-names.ts'
import { overlays, type Toast } from '../overlay/overlay-store.ts'
import styles from './toast.module.css'
import { region } from './toast-region.ts'

region.className = styles['region'] ?? ''

const remove = (id: number) => {
  const { toasts, asked } = overlays.snapshot()
  overlays.set({ asked, toasts: toasts.filter(toast => toast.id !== id) })
}

export function Toasts({ toasts: shown }: { toasts: readonly Toast[] }) {
  useEffect(() => {
    if (region.contains(document.activeElement)) return
    if (region.matches(':popover-open')) region.hidePopover()
    if (shown.length) region.showPopover()
  }, [shown])
  return createPortal(
    shown.map(toast => <ToastView key={toast.id} toast={toast} />),
    region,
  )
}

/** Disappears after its time, which restarts when the pointer or the focus leaves it. */
function ToastView({ toast: { id, text, ms, isError, onUndo } }: { toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => remove(id), ms)
    return () => clearTimeout(timer)
  }, [isHeld, id, ms])
  if (!isError && !onUndo) return <p className={styles['toast']}>{text}</p>
  return (
    <div
      role={isError ? 'alert' : undefined}
      className={classNames(styles['toast'], styles['withButton'], isError && styles['error'])}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      {text}
      {isError && (
        <IconButton name="Dismiss" size="small" onClick={() => remove(id)}>
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
    remove(id)
    onUndo()
  }
  useUndoKey(undo)
  useEffect(() => {
    // Runs after the region opened, because hidden elements cannot be focused.
    queueMicrotask(() => button.current && offerFocus(button.current))
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

/** The pressed button may have been removed with its row: keyboard users continue here. */
function offerFocus(button: HTMLElement) {
  if (document.activeElement !== document.body) return
  button.focus({ preventScroll: true })
  if (!button.matches(':focus-visible')) button.blur()
}
