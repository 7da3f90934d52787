import { MAX_SECTION_NAME_LENGTH, MAX_SECTIONS } from '@daymark/contracts'
import { useState } from 'react'
import { formatPhotoCount, type Photo } from '../../../domain/photos/photo.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import type { AlbumWithPhotos } from '../../../domain/albums/albums.queries.ts'
import { moveToSection } from './section.actions.ts'
import styles from './sections.module.css'

/** The values of the two options that are not ids of sections. */
const [NO_SECTION, NEW_SECTION] = ['none', 'new']

type MoveToSectionProps = { album: AlbumWithPhotos; photos: readonly Photo[]; onMoved: () => void; onClose: () => void }

function listChoices({ sections }: AlbumWithPhotos) {
  const newSection = sections.length < MAX_SECTIONS ? [{ id: NEW_SECTION, name: 'New section' }] : []
  return [...sections, { id: NO_SECTION, name: 'No section (before the first section)' }, ...newSection]
}

/** Moves the selected photos to the end of a section. */
export function MoveToSectionDialog({ album, photos, onMoved, onClose }: MoveToSectionProps) {
  const [chosenId, setChosen] = useState(album.sections[0]?.id ?? NEW_SECTION)
  const [name, setName] = useState('')
  const move = () => {
    const target = chosenId === NEW_SECTION ? { name } : { section_id: chosenId === NO_SECTION ? null : chosenId }
    return moveToSection(
      album.id,
      photos.map(({ id }) => id),
      target,
    )
  }
  return (
    <FormDialog
      title={`Move ${formatPhotoCount(photos.length)} to section`}
      submit="Move"
      isReady={chosenId !== NEW_SECTION || name.trim() !== ''}
      onSubmit={move}
      onDone={onMoved}
      onClose={onClose}
    >
      <fieldset className="stack">
        <legend className="visually-hidden">Section</legend>
        {listChoices(album).map(({ id, name: label }) => (
          <label key={id} className={styles['choice']}>
            <input type="radio" name="section" checked={id === chosenId} onChange={() => setChosen(id)} />
            {label}
          </label>
        ))}
      </fieldset>
      {chosenId === NEW_SECTION && (
        <TextField
          label="Name"
          maxLength={MAX_SECTION_NAME_LENGTH}
          value={name}
          onChange={event => setName(event.target.value)}
        />
      )}
    </FormDialog>
  )
}
