import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './toast.module.css'

const SHOWN_MS = 4000

type Toast = { id: number; text: string }
type Show = (text: string, ms?: number) => void
const ToastContext = createContext<Show | null>(null)

/** Says something in passing, such as 'Link copied!'. Failures of what the person asked for are not toasts. */
export function useToast(): Show {
  const show = useContext(ToastContext)
  if (!show) throw new Error('useToast must be used within a ToastProvider')
  return show
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([])
  const next = useRef(0)
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  const region = useRef<HTMLDivElement>(null)
  const show = useCallback<Show>((text, ms = SHOWN_MS) => {
    const id = next.current++
    setToasts(all => [...all.slice(-2), { id, text }])
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      setToasts(all => all.filter(toast => toast.id !== id))
    }, ms)
    timers.current.add(timer)
  }, [])
  useEffect(() => {
    const running = timers.current
    return () => running.forEach(timer => clearTimeout(timer))
  }, [])
  useEffect(() => {
    // Into the top layer again, so that a dialog that opened meanwhile does not cover it.
    if (region.current?.matches(':popover-open')) region.current.hidePopover()
    if (toasts.length) region.current?.showPopover()
  }, [toasts])
  return (
    <ToastContext value={show}>
      {children}
      <div ref={region} popover="manual" role="status" aria-live="polite" className={styles['region']}>
        {toasts.map(toast => (
          <p key={toast.id} className={styles['toast']}>
            {toast.text}
          </p>
        ))}
      </div>
    </ToastContext>
  )
}
