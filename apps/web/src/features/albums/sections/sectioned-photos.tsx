import { type http, MAX_SECTION_NAME_LENGTH } from '@daymark/contracts'
import { Ellipsis } from 'lucide-react'
import { type ComponentProps, useMemo, useState } from 'react'
import { type AlbumPart, splitIntoParts } from '../../../domain/albums/album-parts.ts'
import type { AlbumWithPhotos } from '../../../domain/albums/albums.queries.ts'
import { formatPhotoCount } from '../../../domain/photos/photo.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { PhotoGrid } from '../../../widgets/photo-grid/photo-grid.tsx'
import { addSection, moveSection, removeSection, renameSection } from './section.actions.ts'
import styles from './sections.module.css'

type GridProps = Pick<ComponentProps<typeof PhotoGrid>, 'selection' | 'onHold' | 'onOpen'>
type SectionHeadingProps = { album: AlbumWithPhotos; section: http.Section; count: number; onRename: () => void }

function SectionHeading({ album, section, count, onRename }: SectionHeadingProps) {
  const { id, name } = section
  const index = album.sections.findIndex(other => other.id === id)
  const moveTo = (position: number) => void moveSection(album.id, id, position)
  return (
    <div className={styles['heading']}>
      <h2 id={id}>{name}</h2>
      <p className={styles['count']}>{formatPhotoCount(count)}</p>
      <Menu
        name={`Section ${name}`}
        icon={<Ellipsis aria-hidden />}
        items={[
          { label: 'Rename', onSelect: onRename },
          { label: 'Move Up', disabled: index === 0, onSelect: () => moveTo(index - 1) },
          { label: 'Move Down', disabled: index === album.sections.length - 1, onSelect: () => moveTo(index + 1) },
          { label: 'Remove Heading', startsGroup: true, onSelect: () => void removeSection(album.id, id) },
        ]}
      />
    </div>
  )
}

/** The photos of an album by section. Each grid renders only the tiles near the visible part of the page. */
export function SectionedPhotos({ album, gridProps }: { album: AlbumWithPhotos; gridProps: GridProps }) {
  const parts = useMemo(() => splitIntoParts(album), [album])
  const [sectionToRename, setSectionToRename] = useState<http.Section | null>(null)
  return (
    <>
      {parts.map(({ section, photos }: AlbumPart) => {
        if (!section && photos.length === 0) return null
        const grid = photos.length > 0 && (
          <PhotoGrid
            photos={photos}
            label={section ? `Photos in ${section.name}` : 'Photos in this album'}
            {...gridProps}
          />
        )
        if (!section) return <div key="none">{grid}</div>
        return (
          <section key={section.id} aria-labelledby={section.id} className="stack-2 shrinkable">
            <SectionHeading
              album={album}
              section={section}
              count={photos.length}
              onRename={() => setSectionToRename(section)}
            />
            {grid || <p className="muted">Select photos and move them here.</p>}
          </section>
        )
      })}
      {sectionToRename && (
        <SectionDialog album={album} section={sectionToRename} onClose={() => setSectionToRename(null)} />
      )}
    </>
  )
}

type SectionDialogProps = { album: AlbumWithPhotos; section: http.Section | null; onClose: () => void }

const NEW_SECTION_HINT = 'For example, Ceremony. A new section is added at the end. Visitors see each section as a tab.'

/** Asks for the name of a new section, or renames an existing one. */
export function SectionDialog({ album, section, onClose }: SectionDialogProps) {
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
        hint={section ? undefined : NEW_SECTION_HINT}
        maxLength={MAX_SECTION_NAME_LENGTH}
        data-autofocus
        value={name}
        onChange={event => setName(event.target.value)}
      />
    </FormDialog>
  )
}
