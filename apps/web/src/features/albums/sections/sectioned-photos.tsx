import { type http, MAX_SECTION_NAME } from '@daymark/contracts'
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

type Grid = Pick<ComponentProps<typeof PhotoGrid>, 'selection' | 'onHold' | 'onOpen'>
type HeadingProps = { album: AlbumWithPhotos; section: http.Section; count: number; onRename: () => void }

function Heading({ album, section, count, onRename }: HeadingProps) {
  const { id, name } = section
  const at = album.sections.findIndex(other => other.id === id)
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
          { label: 'Move Up', disabled: at === 0, onSelect: () => moveTo(at - 1) },
          { label: 'Move Down', disabled: at === album.sections.length - 1, onSelect: () => moveTo(at + 1) },
          { label: 'Remove Heading', startsGroup: true, onSelect: () => void removeSection(album.id, id) },
        ]}
      />
    </div>
  )
}

/** The photos of an album below their headings. Each part keeps only the tiles near the window in the document. */
export function SectionedPhotos({ album, grid }: { album: AlbumWithPhotos; grid: Grid }) {
  const parts = useMemo(() => splitIntoParts(album), [album])
  const [renamed, setRenamed] = useState<http.Section | null>(null)
  return (
    <>
      {parts.map(({ section, photos }: AlbumPart) => {
        if (!section && photos.length === 0) return null
        const shown = photos.length > 0 && (
          <PhotoGrid photos={photos} label={section ? `Photos in ${section.name}` : 'Photos in this album'} {...grid} />
        )
        if (!section) return <div key="none">{shown}</div>
        return (
          <section key={section.id} aria-labelledby={section.id} className={styles['part']}>
            <Heading album={album} section={section} count={photos.length} onRename={() => setRenamed(section)} />
            {shown || <p className={styles['none']}>Select photos and move them here.</p>}
          </section>
        )
      })}
      {renamed && <SectionDialog album={album} section={renamed} onClose={() => setRenamed(null)} />}
    </>
  )
}

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
