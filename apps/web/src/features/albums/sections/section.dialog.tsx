import { MAX_SECTION_NAME, type http } from '@daymark/contracts'
import { useState, type SyntheticEvent } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import type { AlbumWithPhotos } from '../../../domain/albums/whole-album.ts'
import { addSection, renameSection } from './section.actions.ts'

type Props = { album: AlbumWithPhotos; section: http.Section | null; onClose: () => void }

/** The name of a new section, or of one that is there. */
export function SectionDialog({ album, section, onClose }: Props) {
  const [name, setName] = useState(section?.name ?? '')
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setIsSaving(true)
    const failure = section ? await renameSection(album.id, section.id, name) : await addSection(album.id, name)
    setIsSaving(false)
    if (failure === null) onClose()
    else setError(failure)
  }
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form="section-name" look="primary" disabled={isSaving || !name.trim()}>
        {section ? 'Save' : 'Add Section'}
      </Button>
    </>
  )
  return (
    <Modal title={section ? 'Rename section' : 'Add section'} onClose={onClose} actions={actions}>
      <form id="section-name" onSubmit={event => void onSubmit(event)}>
        <TextField
          label="Name"
          hint={
            section
              ? undefined
              : 'Such as Ceremony. It stands at the end; move photos into it, or rearrange. In the gallery it is a tab.'
          }
          error={error}
          maxLength={MAX_SECTION_NAME}
          data-autofocus
          value={name}
          onChange={event => setName(event.target.value)}
        />
      </form>
    </Modal>
  )
}
