import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import styles from './tabs.module.css'

export type Tab<Id extends string> = { id: Id; label: string; disabled?: boolean }

const KEY_STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }

/** Tabs with one visible panel. Arrow keys move to another tab and show its panel. */
export function Tabs<Id extends string>(props: {
  label: string
  tabs: readonly Tab<Id>[]
  selected: Id
  onChoose: (id: Id) => void
  /** The panel of the selected tab. */
  children: ReactNode
}) {
  const { label, tabs, selected, onChoose, children } = props
  const idPrefix = useId()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = KEY_STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const enabledTabs = tabs.filter(({ disabled }) => !disabled)
    const nextIndex = enabledTabs.findIndex(({ id }) => id === selected) + step
    const next = Number.isFinite(step)
      ? enabledTabs.at(nextIndex % enabledTabs.length)
      : enabledTabs.at(step < 0 ? 0 : -1)
    if (!next) return
    onChoose(next.id)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${idPrefix}-${next.id}`)}`)?.focus()
  }
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} tabIndex={-1} className={styles['list']} onKeyDown={onKeyDown}>
        {tabs.map(({ id, label: name, disabled }) => (
          <button
            key={id}
            id={`${idPrefix}-${id}`}
            type="button"
            role="tab"
            aria-selected={id === selected}
            aria-controls={`${idPrefix}-panel`}
            tabIndex={id === selected ? 0 : -1}
            disabled={disabled}
            className={styles['tab']}
            onClick={() => onChoose(id)}
          >
            {name}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${idPrefix}-panel`}
        aria-labelledby={`${idPrefix}-${selected}`}
        className={styles['panel']}
      >
        {children}
      </div>
    </>
  )
}
