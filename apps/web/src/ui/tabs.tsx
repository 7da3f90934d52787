import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import styles from './tabs.module.css'

export type Tab<K extends string> = { key: K; label: ReactNode; disabled?: boolean }

const step = (key: string) => (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0)

/** Tabs with the arrow keys of the ARIA pattern; the panel of the chosen one is the child. */
export function Tabs<K extends string>(props: {
  label: string
  tabs: readonly Tab<K>[]
  value: K
  onChange: (key: K) => void
  children: ReactNode
}) {
  const { label, tabs, value, onChange, children } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const open = tabs.filter(tab => !tab.disabled)
    const by = step(event.key)
    const next = open[(open.findIndex(tab => tab.key === value) + by + open.length) % open.length]
    if (!by || !next) return
    event.preventDefault()
    onChange(next.key)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus()
  }
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs inside take the focus */}
      <div ref={list} role="tablist" aria-label={label} className={styles['list']} onKeyDown={onKeyDown}>
        {tabs.map(tab => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            data-tab={tab.key}
            id={`${id}-${tab.key}`}
            aria-selected={tab.key === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === value ? 0 : -1}
            disabled={tab.disabled}
            className={styles['tab']}
            onClick={() => onChange(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  )
}
