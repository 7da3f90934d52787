import { BATCH_RENAME, MAX_TITLE } from '@daymark/contracts'
import { ArrowRight } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { Select, TextField } from '../../../ui/fields/text-field.tsx'
import { photoName, type Photo } from '../../../domain/photos/photo.ts'
import { batchRename } from '../album.actions.ts'
import { previewTitles, renameUpdates, type BatchRename, type Digits } from './batch-rename.ts'
import styles from './batch-rename.module.css'

/** L-VAL-07: what each of the first photos is called now, and what it will be called. */
function Preview({ rename, photos }: { rename: BatchRename; photos: readonly Photo[] }) {
  const { titles, more } = previewTitles(rename, photos.length)
  return (
    <section aria-label="Preview" className={styles['preview']}>
      <h3>Preview</h3>
      <ol>
        {titles.map((title, n) => (
          <li key={title}>
            <span className={styles['old']}>{photos[n] && photoName(photos[n])}</span>
            <ArrowRight role="img" aria-label="becomes" />
            <span className={styles['new']}>{title}</span>
          </li>
        ))}
      </ol>
      {more > 0 && <p>{`... and ${more} more`}</p>}
    </section>
  )
}

/** L-AD-04: gives every photo of the album a numbered title, in the album's order. */
export function BatchRenameDialog(props: { albumId: string; photos: readonly Photo[]; onClose: () => void }) {
  const { albumId, photos, onClose } = props
  const photoIds = photos.map(({ id }) => id)
  const [rename, setRename] = useState<BatchRename>({
    baseName: '',
    startNumber: String(BATCH_RENAME.fallbackStart),
    digits: BATCH_RENAME.defaultDigits,
  })
  const [isRenaming, setIsRenaming] = useState(false)
  const set = (change: Partial<BatchRename>) => setRename({ ...rename, ...change })
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!rename.baseName.trim()) return window.alert('Please enter a base name')
    setIsRenaming(true)
    const isDone = await batchRename(albumId, renameUpdates(rename, photoIds))
    setIsRenaming(false)
    if (isDone) onClose()
  }
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form="batch-rename" look="primary" disabled={!rename.baseName || isRenaming}>
        {photoIds.length === 1 ? 'Rename 1 Photo' : `Rename ${photoIds.length} Photos`}
      </Button>
    </>
  )
  return (
    <Modal title="Batch Rename" onClose={onClose} actions={actions}>
      <form id="batch-rename" className={styles['form']} onSubmit={event => void onSubmit(event)}>
        <TextField
          label="Base name"
          hint="A space at its end stands between the name and the number."
          data-autofocus
          value={rename.baseName}
          maxLength={MAX_TITLE - 10}
          onChange={event => set({ baseName: event.target.value })}
        />
        <div className={styles['numbers']}>
          <TextField
            label="Start number"
            type="number"
            min={0}
            inputMode="numeric"
            value={rename.startNumber}
            onChange={event => set({ startNumber: event.target.value })}
          />
          <Select
            label="Digits"
            value={rename.digits}
            onChange={event => set({ digits: Number(event.target.value) as Digits })}
          >
            {BATCH_RENAME.digits.map(digits => (
              <option key={digits} value={digits}>
                {digits}
              </option>
            ))}
          </Select>
        </div>
        <Preview rename={rename} photos={photos} />
      </form>
    </Modal>
  )
}
