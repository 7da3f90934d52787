import { useState } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { BusyIcon, Spinner } from '../../ui/feedback/spinner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Modal } from '../../ui/overlay/modal.tsx'
import { NewTagForm } from '../tags/new-tag-form.tsx'
import { TagChips } from '../tags/tag-chips.tsx'
import { allTagsQuery, applyTags } from '../../domain/tags/tags.api.ts'
import styles from './pickers.module.css'

function TagChoice({ selected, onToggle }: { selected: ReadonlySet<string>; onToggle: (id: string) => void }) {
  const { data: tags, isError, refetch } = useCached(allTagsQuery())
  if (tags)
    return tags.length ? (
      <TagChips tags={tags} selected={selected} onToggle={onToggle} />
    ) : (
      <p className={styles['tag-note']}>No tags yet. Create one above.</p>
    )
  if (!isError) return <Spinner label="Loading..." />
  return (
    <p role="alert" className={styles['tag-note']}>
      The tags could not be loaded.
      <Button size="small" onClick={() => void refetch()}>
        Try Again
      </Button>
    </p>
  )
}

/** L-TM, L-PHOTO-14, L-GRID-10: adds tags to the selected photos. Does not remove existing tags. */
export function TagPicker(props: { photoIds: readonly string[]; onDone: () => void; onClose: () => void }) {
  const { photoIds, onDone, onClose } = props
  const [selected, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isApplying, setIsApplying] = useState(false)

  const toggle = (id: string) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const apply = async () => {
    setIsApplying(true)
    const isApplied = await applyTags(photoIds, [...selected])
    setIsApplying(false)
    if (isApplied) onDone()
  }
  const applyButton = (
    <Button
      appearance="primary"
      icon={isApplying && <BusyIcon />}
      disabled={selected.size === 0 || photoIds.length === 0 || isApplying}
      onClick={() => void apply()}
    >{`Apply ${selected.size} Tag(s)`}</Button>
  )
  return (
    <Modal title={`Tag ${photoIds.length} selected`} onClose={onClose} actions={applyButton}>
      <NewTagForm onCreated={tag => setChosen(current => new Set(current).add(tag.id))} />
      <div className={styles['tags']}>
        <TagChoice selected={selected} onToggle={toggle} />
      </div>
    </Modal>
  )
}
