import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { isTyping } from '../lib/is-typing.ts'
import styles from './toast.module.css'

const SHOWN_MS = 4000
/** Long enough to read it, to understand and to go there. */
const UNDO_MS = 8000

type Undo = () => void
type Toast = { id: number; text: string; ms: number; onUndo: Undo | undefined }
type Show = (text: string, ms?: number, onUndo?: Undo) => void
const ToastContext = createContext<Show | null>(null)

/** Says something in passing, such as 'Link copied!'. Failures of what the person asked for are not toasts. */
export function useToast(): Show {
  const show = useContext(ToastContext)
  if (!show) throw new Error('useToast must be used within a ToastProvider')
  return show
}

/** Says what was done, with a button that takes it back. */
export function useUndoToast() {
  const show = useToast()
  return useCallback((text: string, onUndo: Undo) => show(text, UNDO_MS, onUndo), [show])
}

/** Ctrl (or Cmd) with Z, as everywhere. */
function useUndoKey(undo: Undo | undefined) {
  const latest = useRef(undo)
  useEffect(() => {
    latest.current = undo
  })
  const isOn = undo !== undefined
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
      if (!isUndo || event.defaultPrevented || isTyping(event.target)) return
      event.preventDefault()
      latest.current?.()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}

/** Goes by itself, but not from under the pointer or the focus: leaving it, the time begins anew. */
function Note({ toast: { text, ms, onUndo }, onGone }: { toast: Toast; onGone: () => void }) {
  const [isHeld, setIsHeld] = useState(false)
  const gone = useRef(onGone)
  useEffect(() => {
    gone.current = onGone
  })
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => gone.current(), ms)
    return () => clearTimeout(timer)
  }, [isHeld, ms])
  const undo = onUndo && (() => (onGone(), onUndo()))
  useUndoKey(undo)
  if (!undo) return <p className={styles['toast']}>{text}</p>
  return (
    <div
      className={styles['toast']}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      {text}
      <button type="button" title="Undo (Ctrl+Z)" className={styles['undo']} onClick={undo}>
        Undo
      </button>
    </div>
  )
}

/** The button that was pressed may be gone with what it did: who goes by keyboard finds the next one here. */
function offerFocus(region: HTMLElement) {
  const undo = region.querySelector('button')
  if (!undo || document.activeElement !== document.body) return
  undo.focus({ preventScroll: true })
  if (!undo.matches(':focus-visible')) undo.blur()
}

/** Into the top layer again, so that a dialog that opened meanwhile does not cover it. */
function raise(region: HTMLElement) {
  if (region.contains(document.activeElement)) return
  if (region.matches(':popover-open')) region.hidePopover()
  region.showPopover()
  offerFocus(region)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([])
  const next = useRef(0)
  const region = useRef<HTMLDivElement>(null)
  const show = useCallback<Show>((text, ms = SHOWN_MS, onUndo) => {
    const id = next.current++
    setToasts(all => [...all.slice(-2), { id, text, ms, onUndo }])
  }, [])
  useEffect(() => {
    if (!region.current) return
    if (toasts.length) raise(region.current)
    else if (region.current.matches(':popover-open')) region.current.hidePopover()
  }, [toasts])
  return (
    <ToastContext value={show}>
      {children}
      <div ref={region} popover="manual" role="status" aria-live="polite" className={styles['region']}>
        {toasts.map(toast => (
          <Note key={toast.id} toast={toast} onGone={() => setToasts(all => all.filter(({ id }) => id !== toast.id))} />
        ))}
      </div>
    </ToastContext>
  )
}
