import { useId, useRef, useState, type FocusEvent, type ReactNode, type ToggleEvent } from 'react'
import { buttonClass } from '../buttons/button.tsx'
import { classNames } from '../class-names.ts'
import { placePopover } from './place-popover.ts'
import styles from './popover.module.css'

type Props = {
  /** What the panel is called. */
  name: string
  button: ReactNode
  /** Rendered when it is open only. */
  children: ReactNode
}

/** A button with a panel of fields: the focus goes in, Escape and a press elsewhere close it and give the focus back. */
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
  // Tab leads on to what is behind the panel; then it is done with. A press on the button closes it by itself.
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
