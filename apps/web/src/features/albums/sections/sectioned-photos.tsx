import { Ellipsis } from 'lucide-react'
import { useMemo, useState, type ComponentProps } from 'react'
import type { http } from '@daymark/contracts'
import { photoCount } from '../../../domain/photos/photo.ts'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { PhotoGrid } from '../../../widgets/photo-grid/photo-grid.tsx'
import type { AlbumWithPhotos } from '../../../domain/albums/whole-album.ts'
import { type AlbumPart, partsOf } from '../../../domain/albums/album-parts.ts'
import { moveSection, removeSection } from './section.actions.ts'
import { SectionDialog } from './section.dialog.tsx'
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
      <p className={styles['count']}>{photoCount(count)}</p>
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
  const parts = useMemo(() => partsOf(album), [album])
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
