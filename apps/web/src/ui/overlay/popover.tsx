import { useId, useRef, useState, type FocusEvent, type ReactNode, type ToggleEvent } from 'react'
import { buttonClass } from '../buttons/button.tsx'
import { classNames } from '../class-names.ts'
import { placePopover } from './place-popover.ts'
import styles from './popover.module.css'

type Props = {
  /** The accessible name of the panel. */
  name: string
  button: ReactNode
  /** Rendered only while open. */
  children: ReactNode
}

/** A button with a panel of fields: the focus moves in; Escape and a press outside close it and return the focus. */
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
  // Tab beyond the panel closes it. A press on the button closes it without this handler.
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
