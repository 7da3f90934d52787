import { MAX_SECTION_NAME, MAX_SECTIONS } from '@daymark/contracts'
import { useState, type SyntheticEvent } from 'react'
import { photoCount, type Photo } from '../../../domain/photos/photo.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import type { AlbumWithPhotos } from '../../../domain/albums/whole-album.ts'
import { moveToSection } from './section.actions.ts'
import styles from './sections.module.css'

/** Not among the ids of sections. */
const [NONE, NEW] = ['none', 'new']

type Props = { album: AlbumWithPhotos; photos: readonly Photo[]; onMoved: () => void; onClose: () => void }

function choicesOf({ sections }: AlbumWithPhotos) {
  const room = sections.length < MAX_SECTIONS ? [{ id: NEW, name: 'A new section' }] : []
  return [...sections, { id: NONE, name: 'No section (before the first one)' }, ...room]
}

/** The photos that are selected go to the end of a section. */
export function MoveToSectionDialog({ album, photos, onMoved, onClose }: Props) {
  const [chosen, setChosen] = useState(album.sections[0]?.id ?? NEW)
  const [name, setName] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isMoving, setIsMoving] = useState(false)
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setIsMoving(true)
    const to = chosen === NEW ? { name } : { section_id: chosen === NONE ? null : chosen }
    const failure = await moveToSection(
      album.id,
      photos.map(({ id }) => id),
      to,
    )
    setIsMoving(false)
    if (failure === null) onMoved()
    else setError(failure)
  }
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button
        type="submit"
        form="move-to-section"
        look="primary"
        disabled={isMoving || (chosen === NEW && !name.trim())}
      >
        Move
      </Button>
    </>
  )
  return (
    <Modal title={`Move ${photoCount(photos.length)} to section`} onClose={onClose} actions={actions}>
      <form id="move-to-section" className={styles['form']} onSubmit={event => void onSubmit(event)}>
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
        {error && (
          <p role="alert" className={styles['error']}>
            {error}
          </p>
        )}
      </form>
    </Modal>
  )
}
