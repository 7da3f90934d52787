import { coverPhotoOf, type http } from '@daymark/contracts'
import { useState } from 'react'
import { useUser } from '../../../domain/session/session.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { saveInfo } from '../album.actions.ts'
import type { AlbumWithPhotos } from '../../../domain/albums/whole-album.ts'
import { CoverPhotos } from './cover-photos.tsx'
import { CoverPreview } from './cover-preview.tsx'
import styles from './cover.module.css'
import { FocusPicker } from './focus-picker.tsx'
import { LayoutChoice } from './layout-choice.tsx'

type Draft = Pick<http.Album, 'cover_image_id' | 'cover_x' | 'cover_y' | 'header_layout'>
const middle = { cover_x: 50, cover_y: 50 }

/** The cover, focal point and header layout of the album's galleries, with a preview. */
export function CoverDialog({ album, onClose }: { album: AlbumWithPhotos; onClose: () => void }) {
  const { display_name } = useUser()
  const { cover_image_id, cover_x, cover_y, header_layout } = album
  const [draft, setDraft] = useState<Draft>({ cover_image_id, cover_x, cover_y, header_layout })
  const shown = album.images.filter(photo => photo.processing_status === 'completed')
  const photo = coverPhotoOf(shown, draft.cover_image_id)
  const cover = photo ? { ...photo, x: draft.cover_x, y: draft.cover_y } : null
  const change = (by: Partial<Draft>) => setDraft(now => ({ ...now, ...by }))
  return (
    <FormDialog
      title="Gallery Cover"
      submit="Save Cover"
      size="wide"
      onSubmit={() => saveInfo(album.id, draft)}
      onClose={onClose}
    >
      <div className={styles['cover']}>
        <CoverPreview
          title={album.title}
          description={album.description}
          count={album.total}
          photographer={display_name}
          layout={draft.header_layout}
          cover={cover}
        />
        <LayoutChoice layout={draft.header_layout} onChange={layout => change({ header_layout: layout })} />
        {draft.header_layout !== 'text' && (
          <>
            {photo && (
              <FocusPicker
                photo={photo}
                x={draft.cover_x}
                y={draft.cover_y}
                // Setting a focal point also makes an automatic cover the chosen one.
                onMove={(x, y) => change({ cover_image_id: photo.id, cover_x: x, cover_y: y })}
              />
            )}
            <CoverPhotos
              photos={shown}
              chosen={draft.cover_image_id}
              onChoose={id => change({ cover_image_id: id, ...middle })}
            />
          </>
        )}
      </div>
    </FormDialog>
  )
}
