import { MAX_SECTION_NAME, type http } from '@daymark/contracts'
import { useState } from 'react'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import type { AlbumWithPhotos } from '../../../domain/albums/whole-album.ts'
import { addSection, renameSection } from './section.actions.ts'

type Props = { album: AlbumWithPhotos; section: http.Section | null; onClose: () => void }

const HINT = 'For example Ceremony. A new section is added at the end. Visitors see each section as a tab.'

/** Names a new section, or renames an existing one. */
export function SectionDialog({ album, section, onClose }: Props) {
  const [name, setName] = useState(section?.name ?? '')
  return (
    <FormDialog
      title={section ? 'Rename section' : 'Add section'}
      submit={section ? 'Save' : 'Add Section'}
      isReady={name.trim() !== ''}
      onSubmit={() => (section ? renameSection(album.id, section.id, name) : addSection(album.id, name))}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint={section ? undefined : HINT}
        maxLength={MAX_SECTION_NAME}
        data-autofocus
        value={name}
        onChange={event => setName(event.target.value)}
      />
    </FormDialog>
  )
}
