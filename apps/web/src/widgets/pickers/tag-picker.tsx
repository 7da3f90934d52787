import { MAX_TAG_LABEL, type http } from '@daymark/contracts'
import { useState, type SyntheticEvent } from 'react'
import { useCached } from '../../lib/cache/use-cached.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { applyTags, createTag } from './picker.actions.ts'
import { allTags } from './tag.queries.ts'
import styles from './tag-picker.module.css'

const byLabel = (a: http.Tag, b: http.Tag) => a.label.localeCompare(b.label)

/** L-VAL-02: the label is trimmed, an empty one is ignored, Enter submits. */
function NewTag({ onCreated }: { onCreated: (tag: http.Tag) => void }) {
  const [label, setLabel] = useState('')
  const [isCreating, setIsCreating] = useState(false)
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const trimmed = label.trim()
    if (!trimmed || isCreating) return
    setIsCreating(true)
    const tag = await createTag(trimmed)
    setIsCreating(false)
    if (!tag) return
    setLabel('')
    onCreated(tag)
  }
  return (
    <form className={styles['new']} onSubmit={event => void onSubmit(event)}>
      <TextField
        label="New tag"
        value={label}
        maxLength={MAX_TAG_LABEL}
        onChange={event => setLabel(event.target.value)}
      />
      <Button type="submit" disabled={!label.trim() || isCreating}>
        Add
      </Button>
    </form>
  )
}

/** L-PHOTO-14, L-GRID-10: tags to put on the selected photos; what they carry already stays. */
export function TagPicker(props: { photoIds: readonly string[]; onDone: () => void; onClose: () => void }) {
  const { photoIds, onDone, onClose } = props
  const { data: tags, isPending } = useCached(allTags())
  const [created, setCreated] = useState<http.Tag[]>([])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isApplying, setIsApplying] = useState(false)

  const known = new Map([...created, ...(tags ?? [])].map(tag => [tag.id, tag]))
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const apply = async () => {
    setIsApplying(true)
    const isDone = await applyTags(photoIds, [...chosen])
    setIsApplying(false)
    if (isDone) onDone()
  }
  const isDisabled = chosen.size === 0 || photoIds.length === 0 || isApplying
  const applyButton = (
    <Button look="primary" disabled={isDisabled} onClick={() => void apply()}>{`Apply ${chosen.size} Tag(s)`}</Button>
  )
  return (
    <Modal title={`Tag ${photoIds.length} selected`} onClose={onClose} actions={applyButton}>
      <NewTag
        onCreated={tag => {
          setCreated([...created, tag])
          setChosen(new Set(chosen).add(tag.id))
        }}
      />
      {isPending && <Spinner label="Loading..." />}
      {!isPending && known.size === 0 && <p className={styles['none']}>No tags yet. Create the first one above.</p>}
      <div role="group" aria-label="Tags" className={styles['tags']}>
        {[...known.values()].sort(byLabel).map(tag => (
          <button
            key={tag.id}
            type="button"
            aria-pressed={chosen.has(tag.id)}
            className={styles['tag']}
            onClick={() => toggle(tag.id)}
          >
            {tag.label}
            <span className={styles['count']}>{tag.usage_count}</span>
          </button>
        ))}
      </div>
    </Modal>
  )
}
