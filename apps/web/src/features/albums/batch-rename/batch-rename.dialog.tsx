import { BATCH_RENAME, MAX_TITLE } from '@daymark/contracts'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { Select, TextField } from '../../../ui/fields/text-field.tsx'
import { photoName, type Photo } from '../../../domain/photos/photo.ts'
import { batchRename } from '../album.actions.ts'
import { previewTitles, renameUpdates, type BatchRename, type Digits } from './batch-rename.ts'
import styles from './batch-rename.module.css'

/** L-VAL-07: the current and new names of the first photos. */
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

/** L-AD-04: gives every photo a numbered title in the order of the album. */
export function BatchRenameDialog(props: { albumId: string; photos: readonly Photo[]; onClose: () => void }) {
  const { albumId, photos, onClose } = props
  const photoIds = photos.map(({ id }) => id)
  const [rename, setRename] = useState<BatchRename>({
    baseName: '',
    startNumber: String(BATCH_RENAME.fallbackStart),
    digits: BATCH_RENAME.defaultDigits,
  })
  const set = (change: Partial<BatchRename>) => setRename({ ...rename, ...change })
  const onSubmit = async () => {
    if (!rename.baseName.trim()) window.alert('Please enter a base name')
    else if (await batchRename(albumId, renameUpdates(rename, photoIds))) onClose()
    return null
  }
  return (
    <FormDialog
      title="Batch Rename"
      submit={photoIds.length === 1 ? 'Rename 1 Photo' : `Rename ${photoIds.length} Photos`}
      isReady={rename.baseName !== ''}
      onSubmit={onSubmit}
      // Failures are native alerts (L-VAL-04, L-ERR-09), after which the dialog stays open.
      onDone={() => undefined}
      onClose={onClose}
    >
      <TextField
        label="Base name"
        hint="End it with a space to separate the name from the number."
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
    </FormDialog>
  )
}
