import { MAX_TAG_LABEL, type http } from '@daymark/contracts'
import { useState, type KeyboardEvent, type SyntheticEvent } from 'react'
import { useTagColors } from '../../../domain/tags/tag-colors.ts'
import { BusyMark } from '../../../ui/feedback/busy-mark.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ColorChoice } from '../../../widgets/tags/color-choice.tsx'
import styles from './tag-form.module.css'
import { renameTag } from '../tags.actions.ts'

/** L-TAGP-05, L-VAL-03: name and color, on the card itself. Enter saves, Escape cancels. */
export function TagForm({ tag, onDone }: { tag: http.Tag; onDone: () => void }) {
  const { colorOf, setColor } = useTagColors()
  const [label, setLabel] = useState(tag.label)
  const [color, choose] = useState(colorOf(tag.id))
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const trimmed = label.trim()
    if (!trimmed || isSaving) return
    setIsSaving(true)
    // Colors are stored only in this browser.
    const failure = trimmed === tag.label ? null : await renameTag(tag.id, trimmed)
    setIsSaving(false)
    if (failure !== null) return setError(failure)
    setColor(tag.id, color)
    onDone()
  }
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent<HTMLFormElement>) => {
    // While the colors are open, Escape closes them instead.
    const isOpen = currentTarget.querySelector(':popover-open') !== null
    if (key === 'Escape' && !isOpen && !isSaving) onDone()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- takes the Escape of the fields inside
    <form
      aria-label={`Edit ${tag.label}`}
      aria-busy={isSaving}
      className={styles['form']}
      onSubmit={event => void onSubmit(event)}
      onKeyDown={onKeyDown}
    >
      <div className={styles['fields']}>
        <ColorChoice value={color} disabled={isSaving} onChange={choose} />
        <TextField
          label="Tag name"
          hideLabel
          autoFocus
          value={label}
          error={error}
          readOnly={isSaving}
          maxLength={MAX_TAG_LABEL}
          enterKeyHint="done"
          className={styles['label']}
          onChange={event => setLabel(event.target.value)}
        />
      </div>
      <div className={styles['buttons']}>
        <Button disabled={isSaving} onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" look="primary" icon={isSaving && <BusyMark />} disabled={!label.trim() || isSaving}>
          Save
        </Button>
      </div>
    </form>
  )
}
