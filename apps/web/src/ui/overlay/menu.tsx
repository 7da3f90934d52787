import { Check } from 'lucide-react'
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import styles from './menu.module.css'
import { placePopover } from './place-popover.ts'

export type MenuItem = {
  label: string
  icon?: ReactNode
  onSelect: () => void
  disabled?: boolean
  danger?: boolean
  /** Set if the menu is a choice between its items. */
  isChosen?: boolean
  /** Shows a separator before the item. */
  startsGroup?: boolean
}

function moveFocus(menu: HTMLElement, key: string) {
  const items = [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)')]
  const now = items.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: now + 1, ArrowUp: now < 0 ? -1 : now - 1, Home: 0, End: -1 }[key]
  if (to === undefined) return false
  items.at(to % items.length)?.focus()
  return true
}

/**
 * A button with a native popover: Escape and a press outside close it, arrow keys move between items, and the focus returns
 * to the button.
 */
export function Menu(props: {
  name: string
  icon: ReactNode
  items: MenuItem[]
  look?: 'plain' | 'photo'
  /** The class of the button, if it is not an icon button. */
  buttonClass?: string | undefined
}) {
  const { name, icon, items, look, buttonClass } = props
  const id = useId()
  const button = useRef<HTMLSpanElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const onToggle = () => {
    if (!menu.current?.matches(':popover-open') || !button.current) return
    placePopover(menu.current, button.current)
    moveFocus(menu.current, 'Home')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (menu.current && moveFocus(menu.current, event.key)) event.preventDefault()
    if (event.key === 'Tab') menu.current?.hidePopover()
  }
  return (
    <>
      <span ref={button} className={styles['anchor']}>
        {buttonClass ? (
          <button type="button" aria-label={name} aria-haspopup="menu" popoverTarget={id} className={buttonClass}>
            {icon}
          </button>
        ) : (
          <IconButton name={name} aria-haspopup="menu" popoverTarget={id} look={look}>
            {icon}
          </IconButton>
        )}
      </span>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={name}
        className={styles['menu']}
        onToggle={onToggle}
        onKeyDown={onKeyDown}
      >
        {items.map(item => (
          <button
            key={item.label}
            type="button"
            role={item.isChosen === undefined ? 'menuitem' : 'menuitemradio'}
            aria-checked={item.isChosen}
            tabIndex={-1}
            disabled={item.disabled}
            className={classNames(item.danger ? styles['danger'] : styles['item'], item.startsGroup && styles['first'])}
            onClick={() => {
              menu.current?.hidePopover()
              item.onSelect()
            }}
          >
            {item.icon}
            {item.label}
            {item.isChosen && <Check aria-hidden className={styles['chosen']} />}
          </button>
        ))}
      </div>
    </>
  )
}
