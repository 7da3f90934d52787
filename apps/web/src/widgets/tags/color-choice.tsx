import { Check } from 'lucide-react'
import { useId, useRef, type KeyboardEvent } from 'react'
import { TAG_COLORS } from '../../domain/tags/tag-colors.ts'
import { placePopover } from '../../ui/overlay/place-popover.ts'
import styles from './color-choice.module.css'

const nameOf = (value: string) => TAG_COLORS.find(color => color.value === value)?.name ?? value

/** L-TAGP-02, L-TAGP-09: a button in the color, and the presets in a popover: a radio group with arrow keys. */
export function ColorChoice(props: { value: string; disabled?: boolean; onChange: (value: string) => void }) {
  const { value, disabled = false, onChange } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const onToggle = () => {
    if (!popover.current?.matches(':popover-open') || !button.current) return
    placePopover(popover.current, button.current, 'left')
    popover.current.querySelector<HTMLElement>('input:checked')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') popover.current?.hidePopover()
    if (event.key !== 'Enter') return
    // Would submit the surrounding form.
    event.preventDefault()
    popover.current?.hidePopover()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={`Color: ${nameOf(value)}`}
        title="Color"
        disabled={disabled}
        className={styles['button']}
      >
        <span aria-hidden className={styles['shown']} style={{ background: value }} />
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="radiogroup"
        tabIndex={-1}
        aria-label="Color"
        className={styles['popover']}
        onToggle={onToggle}
        onKeyDown={onKeyDown}
      >
        {TAG_COLORS.map(color => (
          <label key={color.value} title={color.name} className={styles['color']} style={{ background: color.value }}>
            <input
              type="radio"
              name={id}
              aria-label={color.name}
              checked={color.value === value}
              onChange={() => onChange(color.value)}
              // A press closes the popover; clicks caused by arrow keys have no detail and keep it open.
              onClick={event => event.detail > 0 && popover.current?.hidePopover()}
            />
            <Check aria-hidden />
          </label>
        ))}
      </div>
    </>
  )
}
