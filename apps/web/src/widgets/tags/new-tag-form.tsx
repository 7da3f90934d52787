import { DEFAULT_TAG_COLOR, type http, MAX_TAG_LABEL_LENGTH } from '@daymark/contracts'
import { Check, Plus } from 'lucide-react'
import { type KeyboardEvent, type SyntheticEvent, useId, useRef, useState } from 'react'
import { TAG_COLORS, useTagColors } from '../../domain/tags/tag-display.ts'
import { createTag } from '../../domain/tags/tags.api.ts'
import { Button, type ButtonAppearance } from '../../ui/buttons/button.tsx'
import { BusyIcon } from '../../ui/feedback/spinner.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { placePopover } from '../../ui/overlay/place-popover.ts'
import styles from './tags.module.css'

/** L-TAGP-02, L-TM-01, L-VAL-02: creates a tag. The label is trimmed, and an empty label is ignored. */
export function NewTagForm(props: { onCreated: (tag: http.Tag) => void; appearance?: ButtonAppearance }) {
  const { onCreated, appearance = 'plain' } = props
  const { setColor } = useTagColors()
  const [label, setLabel] = useState('')
  const [color, setFormColor] = useState<string>(DEFAULT_TAG_COLOR)
  const [isCreating, setIsCreating] = useState(false)
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const trimmed = label.trim()
    if (!trimmed || isCreating) return
    setIsCreating(true)
    const tag = await createTag(trimmed)
    setIsCreating(false)
    if (!tag) return
    // If the label exists, the server returns the existing tag. Its color changes only if the user selected another
    // color than the default.
    if (color !== DEFAULT_TAG_COLOR) setColor(tag.id, color)
    setLabel('')
    setFormColor(DEFAULT_TAG_COLOR)
    onCreated(tag)
  }
  return (
    <form
      aria-label="New Tag"
      aria-busy={isCreating}
      className={styles['form']}
      onSubmit={event => void onSubmit(event)}
    >
      <ColorChoice value={color} disabled={isCreating} onChange={setFormColor} />
      <TextField
        label="New tag"
        hideLabel
        placeholder="New tag"
        value={label}
        readOnly={isCreating}
        maxLength={MAX_TAG_LABEL_LENGTH}
        enterKeyHint="done"
        className="grow"
        onChange={event => setLabel(event.target.value)}
      />
      <Button
        type="submit"
        appearance={appearance}
        icon={isCreating ? <BusyIcon /> : <Plus aria-hidden />}
        disabled={!label.trim() || isCreating}
      >
        Add
      </Button>
    </form>
  )
}

const findColorName = (value: string) => TAG_COLORS.find(color => color.value === value)?.name ?? value

/** L-TAGP-02, L-TAGP-09: a button that opens the tag colors in a popover. */
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
    // The event is stopped, because Enter would submit the surrounding form.
    event.preventDefault()
    popover.current?.hidePopover()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={`Color: ${findColorName(value)}`}
        title="Color"
        disabled={disabled}
        className={styles['button']}
      >
        <span aria-hidden className={styles['selected-color']} style={{ background: value }} />
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
              // A press closes the popover. Arrow keys select a color by a click event with detail 0, which must not
              // close it.
              onClick={event => event.detail > 0 && popover.current?.hidePopover()}
            />
            <Check aria-hidden />
          </label>
        ))}
      </div>
    </>
  )
}
