import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { isTyping } from '../../lib/is-typing.ts'
import { Store, useStore } from '../../lib/store.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { classNames } from '../class-names.ts'
import styles from './toast.module.css'

type Toast = { id: number; text: string; ms: number; isError?: boolean; onUndo?: () => void }

const SHOWN_MS = 4000
/** Long enough to read, decide and reach the button. */
const WITH_BUTTON_MS = 8000
const MAX_SHOWN = 3

const toasts = new Store<readonly Toast[]>([])
let lastId = 0

function add(toast: Omit<Toast, 'id'>) {
  toasts.set([...toasts.snapshot().slice(1 - MAX_SHOWN), { ...toast, id: ++lastId }])
}
const remove = (id: number) => toasts.set(toasts.snapshot().filter(toast => toast.id !== id))

/** Confirms what was done, such as 'Link copied!'. */
export const showToast = (text: string, ms = SHOWN_MS) => add({ text, ms })

/** Says why an action failed. In a dialog that stays open, use FailureNote instead. */
export const showError = (text: string) => add({ text, ms: WITH_BUTTON_MS, isError: true })

/** Confirms what was done and offers to undo it. */
export const showUndo = (text: string, onUndo: () => void) => add({ text, ms: WITH_BUTTON_MS, onUndo })

/** Exists once, outside React's tree, so that it can move between the page and the dialogs that open above it. */
const region = document.createElement('div')
region.setAttribute('popover', 'manual')
region.setAttribute('role', 'status')
region.setAttribute('aria-live', 'polite')
region.className = styles['region'] ?? ''

/** A modal dialog makes everything outside it inert, so the toasts move into the topmost one. */
export function moveToasts(container: HTMLElement) {
  if (!region.isConnected) return
  container.append(region)
  if (toasts.snapshot().length) region.showPopover()
}

/** Mounted once, at the root of the application. */
export function Toasts() {
  const shown = useStore(toasts)
  useEffect(() => {
    document.body.append(region)
    return () => {
      region.remove()
      toasts.set([])
    }
  }, [])
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

/** Disappears after its time, which restarts after the pointer or the focus was on it. */
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
    // After the region opened: hidden elements cannot take the focus.
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

/** The button that was pressed may have disappeared with its row: keyboard users continue here. */
function offerFocus(button: HTMLElement) {
  if (document.activeElement !== document.body) return
  button.focus({ preventScroll: true })
  if (!button.matches(':focus-visible')) button.blur()
}
