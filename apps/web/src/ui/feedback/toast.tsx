import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './toast.module.css'

const SHOWN_MS = 4000

/** A toast that is more than words goes when it wants to. */
type Content = string | ((gone: () => void) => ReactNode)
type Toast = { id: number; content: Content; ms: number }
type Show = (content: Content, ms?: number) => void
const ToastContext = createContext<Show | null>(null)

/** Says something in passing, such as 'Link copied!'. Failures of what the person asked for are not toasts. */
export function useToast(): Show {
  const show = useContext(ToastContext)
  if (!show) throw new Error('useToast must be used within a ToastProvider')
  return show
}

function Words({ text, ms, onGone }: { text: string; ms: number; onGone: () => void }) {
  const gone = useRef(onGone)
  useEffect(() => {
    gone.current = onGone
  })
  useEffect(() => {
    const timer = setTimeout(() => gone.current(), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return <p className={styles['toast']}>{text}</p>
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([])
  const next = useRef(0)
  const region = useRef<HTMLDivElement>(null)
  const show = useCallback<Show>((content, ms = SHOWN_MS) => {
    const id = next.current++
    setToasts(all => [...all.slice(-2), { id, content, ms }])
  }, [])
  useEffect(() => {
    // Into the top layer again, so that a dialog that opened meanwhile does not cover it; but not from under the focus.
    if (region.current?.contains(document.activeElement)) return
    if (region.current?.matches(':popover-open')) region.current.hidePopover()
    if (toasts.length) region.current?.showPopover()
  }, [toasts])
  return (
    <ToastContext value={show}>
      {children}
      <div ref={region} popover="manual" role="status" aria-live="polite" className={styles['region']}>
        {toasts.map(({ id, content, ms }) => {
          const onGone = () => setToasts(all => all.filter(toast => toast.id !== id))
          if (typeof content === 'string') return <Words key={id} text={content} {...{ ms, onGone }} />
          return (
            <div key={id} className={styles['toast']}>
              {content(onGone)}
            </div>
          )
        })}
      </div>
    </ToastContext>
  )
}
