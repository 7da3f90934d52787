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
  /** Whether the item is the selected option. Set on all items of a menu in which the user selects one. */
  isChosen?: boolean
  /** Shows a separator before the item. */
  startsGroup?: boolean
}

/** Moves the focus within a menu as the key requests. Returns false for keys that do not move the focus. */
function moveFocus(menu: HTMLElement, key: string) {
  const items = [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)')]
  const currentIndex = items.indexOf(document.activeElement as HTMLElement)
  const nextIndex = {
    ArrowDown: currentIndex + 1,
    ArrowUp: currentIndex < 0 ? -1 : currentIndex - 1,
    Home: 0,
    End: -1,
  }[key]
  if (nextIndex === undefined) return false
  items.at(nextIndex % items.length)?.focus()
  return true
}

/**
 * A button that opens a menu in a native popover. Escape and a press outside close the menu and return the focus to the
 * button. Arrow keys move between items.
 */
export function Menu(props: {
  name: string
  icon: ReactNode
  items: MenuItem[]
  appearance?: 'plain' | 'photo'
  /** The CSS class of the button. Default: an icon button. */
  buttonClass?: string | undefined
}) {
  const { name, icon, items, appearance, buttonClass } = props
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
          <IconButton name={name} aria-haspopup="menu" popoverTarget={id} appearance={appearance}>
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
