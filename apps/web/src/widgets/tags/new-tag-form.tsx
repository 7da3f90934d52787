import { DEFAULT_TAG_COLOR, MAX_TAG_LABEL, type http } from '@daymark/contracts'
import { Plus } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import { useTagColors } from '../../domain/tags/tag-colors.ts'
import { BusyMark } from '../../ui/feedback/busy-mark.tsx'
import { Button, type ButtonLook } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ColorChoice } from './color-choice.tsx'
import styles from './new-tag-form.module.css'
import { createTag } from '../../domain/tags/tag.actions.ts'

/** L-TAGP-02, L-TM-01, L-VAL-02: the label is trimmed, an empty one is ignored, Enter submits. */
export function NewTagForm(props: { onCreated: (tag: http.Tag) => void; look?: ButtonLook }) {
  const { onCreated, look = 'plain' } = props
  const { setColor } = useTagColors()
  const [label, setLabel] = useState('')
  const [color, choose] = useState<string>(DEFAULT_TAG_COLOR)
  const [isCreating, setIsCreating] = useState(false)
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const trimmed = label.trim()
    if (!trimmed || isCreating) return
    setIsCreating(true)
    const tag = await createTag(trimmed)
    setIsCreating(false)
    if (!tag) return
    // For an existing label the server returns its tag, which keeps its color unless one was chosen.
    if (color !== DEFAULT_TAG_COLOR) setColor(tag.id, color)
    setLabel('')
    choose(DEFAULT_TAG_COLOR)
    onCreated(tag)
  }
  return (
    <form
      aria-label="New Tag"
      aria-busy={isCreating}
      className={styles['form']}
      onSubmit={event => void onSubmit(event)}
    >
      <ColorChoice value={color} disabled={isCreating} onChange={choose} />
      <TextField
        label="New tag"
        hideLabel
        placeholder="New tag"
        value={label}
        readOnly={isCreating}
        maxLength={MAX_TAG_LABEL}
        enterKeyHint="done"
        className={styles['label']}
        onChange={event => setLabel(event.target.value)}
      />
      <Button
        type="submit"
        look={look}
        icon={isCreating ? <BusyMark /> : <Plus aria-hidden />}
        disabled={!label.trim() || isCreating}
      >
        Add
      </Button>
    </form>
  )
}
