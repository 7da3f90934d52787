import { MAX_SECTION_NAME, MAX_SECTIONS } from '@daymark/contracts'
import { useState } from 'react'
import { formatPhotoCount, type Photo } from '../../../domain/photos/photo.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import type { AlbumWithPhotos } from '../../../domain/albums/albums.queries.ts'
import { moveToSection } from './section.actions.ts'
import styles from './sections.module.css'

/** Not an id of a section. */
const [NONE, NEW] = ['none', 'new']

type Props = { album: AlbumWithPhotos; photos: readonly Photo[]; onMoved: () => void; onClose: () => void }

function choicesOf({ sections }: AlbumWithPhotos) {
  const room = sections.length < MAX_SECTIONS ? [{ id: NEW, name: 'New section' }] : []
  return [...sections, { id: NONE, name: 'No section (before the first section)' }, ...room]
}

/** Moves the selected photos to the end of a section. */
export function MoveToSectionDialog({ album, photos, onMoved, onClose }: Props) {
  const [chosen, setChosen] = useState(album.sections[0]?.id ?? NEW)
  const [name, setName] = useState('')
  const move = () => {
    const to = chosen === NEW ? { name } : { section_id: chosen === NONE ? null : chosen }
    return moveToSection(
      album.id,
      photos.map(({ id }) => id),
      to,
    )
  }
  return (
    <FormDialog
      title={`Move ${formatPhotoCount(photos.length)} to section`}
      submit="Move"
      isReady={chosen !== NEW || name.trim() !== ''}
      onSubmit={move}
      onDone={onMoved}
      onClose={onClose}
    >
      <fieldset className={styles['choices']}>
        <legend className="visually-hidden">Section</legend>
        {choicesOf(album).map(({ id, name: label }) => (
          <label key={id} className={styles['choice']}>
            <input type="radio" name="section" checked={id === chosen} onChange={() => setChosen(id)} />
            {label}
          </label>
        ))}
      </fieldset>
      {chosen === NEW && (
        <TextField
          label="Name"
          maxLength={MAX_SECTION_NAME}
          value={name}
          onChange={event => setName(event.target.value)}
        />
      )}
    </FormDialog>
  )
}
