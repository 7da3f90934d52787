import { BATCH_RENAME_LIMITS, MAX_TITLE_LENGTH } from '@daymark/contracts'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { type Photo, photoName } from '../../../domain/photos/photo.ts'
import { Select, TextField } from '../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { batchRename } from '../album.actions.ts'
import styles from './batch-rename.module.css'

/** L-VAL-07: the current names and the new titles of the first photos. */
function TitlePreview({ rename, photos }: { rename: RenameInput; photos: readonly Photo[] }) {
  const { titles, remainingCount } = previewTitles(rename, photos.length)
  return (
    <section aria-label="Preview" className={styles['preview']}>
      <h3>Preview</h3>
      <ol>
        {titles.map((title, n) => (
          <li key={title}>
            <span className={styles['old']}>{photos[n] && photoName(photos[n])}</span>
            <ArrowRight role="img" aria-label="changes to" />
            <span className={styles['new']}>{title}</span>
          </li>
        ))}
      </ol>
      {remainingCount > 0 && <p>{`... and ${remainingCount} more`}</p>}
    </section>
  )
}

/** L-AD-04: gives every photo a numbered title in the order of the album. */
export function BatchRenameDialog(props: { albumId: string; photos: readonly Photo[]; onClose: () => void }) {
  const { albumId, photos, onClose } = props
  const photoIds = photos.map(({ id }) => id)
  const [rename, setRename] = useState<RenameInput>({
    baseName: '',
    startNumber: String(BATCH_RENAME_LIMITS.fallbackStart),
    digits: BATCH_RENAME_LIMITS.defaultDigits,
  })
  const updateRename = (change: Partial<RenameInput>) => setRename({ ...rename, ...change })
  // L-VAL-04, L-ERR-09: native alerts show failures. The dialog then stays open.
  const onSubmit = async () => {
    if (!rename.baseName.trim()) window.alert('Please enter a base name')
    else if (await batchRename(albumId, toTitleUpdates(rename, photoIds))) onClose()
    return null
  }
  return (
    <FormDialog
      title="Batch Rename"
      submit={photoIds.length === 1 ? 'Rename 1 Photo' : `Rename ${photoIds.length} Photos`}
      isReady={rename.baseName !== ''}
      onSubmit={onSubmit}
      keepOpen
      onClose={onClose}
    >
      <TextField
        label="Base name"
        hint="To separate the name from the number, end the name with a space."
        data-autofocus
        value={rename.baseName}
        maxLength={MAX_TITLE_LENGTH - 10}
        onChange={event => updateRename({ baseName: event.target.value })}
      />
      <div className={styles['numbers']}>
        <TextField
          label="Start number"
          type="number"
          min={0}
          inputMode="numeric"
          value={rename.startNumber}
          onChange={event => updateRename({ startNumber: event.target.value })}
        />
        <Select
          label="Digits"
          value={rename.digits}
          onChange={event => updateRename({ digits: Number(event.target.value) as DigitCount })}
          options={BATCH_RENAME_LIMITS.digits.map(digits => [digits, digits])}
        />
      </div>
      <TitlePreview rename={rename} photos={photos} />
    </FormDialog>
  )
}

type DigitCount = (typeof BATCH_RENAME_LIMITS.digits)[number]
type RenameInput = { baseName: string; startNumber: string; digits: DigitCount }

/** L-VAL-05: parses the start number, which is at least 0. Invalid text is parsed as 1. */
export function parseStartNumber(text: string): number {
  const number = Number.parseInt(text, 10)
  return Number.isNaN(number) ? BATCH_RENAME_LIMITS.fallbackStart : Math.max(0, number)
}

/**
 * L-VAL-06: returns the new titles: the base name followed by the zero-padded number. No space is inserted
 * between the two.
 */
export function createNumberedTitles({ baseName, startNumber, digits }: RenameInput, count: number): string[] {
  const start = parseStartNumber(startNumber)
  return Array.from({ length: count }, (_, n) => `${baseName.trimStart()}${String(start + n).padStart(digits, '0')}`)
}

/** L-VAL-07: returns the first new titles for the preview, and the number of the other titles. */
export function previewTitles(rename: RenameInput, count: number): { titles: string[]; remainingCount: number } {
  const shownCount = Math.min(count, BATCH_RENAME_LIMITS.previewCount)
  return { titles: createNumberedTitles(rename, shownCount), remainingCount: count - shownCount }
}

export const toTitleUpdates = (rename: RenameInput, photoIds: readonly string[]) => {
  const titles = createNumberedTitles(rename, photoIds.length)
  return photoIds.map((id, n) => ({ id, title: titles[n] ?? '' }))
}
