import { useId, useRef, useState, type FocusEvent, type ReactNode, type ToggleEvent } from 'react'
import { buttonClass } from '../buttons/button.tsx'
import { classNames } from '../class-names.ts'
import { placePopover } from './place-popover.ts'
import styles from './popover.module.css'

type Props = {
  /** The accessible name of the panel. */
  name: string
  button: ReactNode
  /** Rendered only while the panel is open. */
  children: ReactNode
}

/**
 * A button that opens a panel of fields and moves the focus into it. Escape and a press outside close the panel and
 * return the focus to the button.
 */
export function Popover({ name, button, children }: Props) {
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const onToggle = ({ currentTarget: panel, newState }: ToggleEvent<HTMLDivElement>) => {
    setIsOpen(newState === 'open')
    if (newState !== 'open' || !trigger.current) return
    placePopover(panel, trigger.current)
    panel.focus()
  }
  // Closes the panel when Tab moves the focus out of the panel. Does nothing if the focus moves to the button, because
  // a press on the button already closes the panel.
  const onBlur = ({ currentTarget: panel, relatedTarget }: FocusEvent) => {
    if (relatedTarget && relatedTarget !== trigger.current && !panel.contains(relatedTarget))
      (panel as HTMLElement).hidePopover()
  }
  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-haspopup="dialog"
        popoverTarget={id}
        className={classNames(buttonClass({}), isOpen && styles['pressed'])}
      >
        {button}
      </button>
      <div
        id={id}
        popover="auto"
        role={isOpen ? 'dialog' : undefined}
        aria-label={isOpen ? name : undefined}
        tabIndex={-1}
        className={styles['panel']}
        onToggle={onToggle}
        onBlur={onBlur}
      >
        {isOpen && children}
      </div>
    </>
  )
}
