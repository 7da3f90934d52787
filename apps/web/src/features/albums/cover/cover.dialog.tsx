import { selectCoverPhoto, type http } from '@daymark/contracts'
import { type ComponentProps, type CSSProperties, useState } from 'react'
import type { AlbumWithPhotos } from '../../../domain/albums/albums.queries.ts'
import { aspectRatio, type Photo, photoName } from '../../../domain/photos/photo.ts'
import { useUser } from '../../../domain/session/session.tsx'
import { usePointPicker } from '../../../lib/hooks/use-point-picker.ts'
import { useSize } from '../../../lib/hooks/use-size.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { GalleryHead } from '../../../widgets/gallery-head/gallery-head.tsx'
import { Picture } from '../../../widgets/masonry/picture.tsx'
import { saveAlbumInfo } from '../album.actions.ts'
import styles from './cover.module.css'

type CoverSettings = Pick<http.Album, 'cover_image_id' | 'cover_x' | 'cover_y' | 'header_layout'>
const CENTERED_FOCAL_POINT = { cover_x: 50, cover_y: 50 }

/** Edits the cover, its focal point and the header layout of the album's galleries, with a preview. */
export function CoverDialog({ album, onClose }: { album: AlbumWithPhotos; onClose: () => void }) {
  const { display_name } = useUser()
  const { cover_image_id, cover_x, cover_y, header_layout } = album
  const [draft, setDraft] = useState<CoverSettings>({ cover_image_id, cover_x, cover_y, header_layout })
  const processedPhotos = album.images.filter(photo => photo.processing_status === 'completed')
  const photo = selectCoverPhoto(processedPhotos, draft.cover_image_id)
  const cover = photo ? { ...photo, x: draft.cover_x, y: draft.cover_y } : null
  const change = (changes: Partial<CoverSettings>) => setDraft(current => ({ ...current, ...changes }))
  return (
    <FormDialog
      title="Gallery Cover"
      submit="Save Cover"
      size="wide"
      onSubmit={() => saveAlbumInfo(album.id, draft)}
      onClose={onClose}
    >
      <div className="stack-5 shrinkable">
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
              <FocalPointPicker
                photo={photo}
                x={draft.cover_x}
                y={draft.cover_y}
                // When the user sets a focal point on the automatic cover, its photo becomes the chosen cover.
                onMove={(x, y) => change({ cover_image_id: photo.id, cover_x: x, cover_y: y })}
              />
            )}
            <CoverPhotos
              photos={processedPhotos}
              selected={draft.cover_image_id}
              onChoose={id => change({ cover_image_id: id, ...CENTERED_FOCAL_POINT })}
            />
          </>
        )}
      </div>
    </FormDialog>
  )
}

const PHOTOS_PER_PAGE = 24

/** The photos from which the user chooses a cover. If none is chosen, the cover is the first landscape photo. */
function CoverPhotos(props: {
  photos: readonly Photo[]
  selected: string | null
  onChoose: (id: string | null) => void
}) {
  const { photos, selected, onChoose } = props
  const [count, setCount] = useState(PHOTOS_PER_PAGE)
  return (
    <fieldset>
      <legend className="strong">Cover photo</legend>
      <label className={styles['auto']}>
        <input type="radio" name="cover" checked={selected === null} onChange={() => onChoose(null)} />
        First landscape photo
      </label>
      <div className={styles['photos']}>
        {photos.slice(0, count).map(photo => (
          <label key={photo.id} className={styles['photo']} title={photoName(photo)}>
            <input
              type="radio"
              name="cover"
              aria-label={photoName(photo)}
              checked={photo.id === selected}
              onChange={() => onChoose(photo.id)}
            />
            <Picture src={photo.thumbnail_url} alt="" placeholder={photo.placeholder} />
          </label>
        ))}
      </div>
      {count < photos.length && (
        <Button className={styles['more']} onClick={() => setCount(count + PHOTOS_PER_PAGE)}>
          Show More Photos
        </Button>
      )}
    </fieldset>
  )
}

type GalleryHeadProps = Omit<ComponentProps<typeof GalleryHead>, 'as' | 'view' | 'children' | 'onCoverSettled'>

const PREVIEW_SCREENS = [
  { name: 'desktop', width: 1280, height: 800 },
  { name: 'phone', width: 390, height: 844 },
]

/** The gallery header on a desktop and on a phone, scaled down. */
function CoverPreview(headProps: GalleryHeadProps) {
  return (
    <div className={styles['screens']} role="img" aria-label="Preview on a desktop and on a phone">
      {PREVIEW_SCREENS.map(screen => (
        <ScreenPreview key={screen.name} {...screen} headProps={headProps} />
      ))}
    </div>
  )
}

/** The gallery header at the size of one screen, scaled to the available width. */
function ScreenPreview({ width, height, headProps }: { width: number; height: number; headProps: GalleryHeadProps }) {
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const size = useSize(element)
  return (
    <div
      ref={setElement}
      aria-hidden
      inert
      className={styles['screen']}
      style={{ aspectRatio: `${width} / ${height}`, flexGrow: width / height }}
    >
      <div className={styles['page']} style={{ width, height, scale: String(size.width / width) }}>
        <GalleryHead {...headProps} as="p" previewHeight={`${height}px`} />
      </div>
    </div>
  )
}

type FocalPointPickerProps = { photo: Photo; x: number; y: number; onMove: (x: number, y: number) => void }

/** Lets the user set the focal point, which stays visible in every crop, by dragging or with the arrow keys. */
function FocalPointPicker({ photo, x, y, onMove }: FocalPointPickerProps) {
  const { area, onKeyDown, positionText } = usePointPicker({ x, y, onMove })
  const style: CSSProperties & { '--ratio': number } = { '--ratio': aspectRatio(photo) }
  return (
    <div>
      <p className="strong">Focal point</p>
      <p className={styles['note']}>This point stays visible on every screen. Drag the ring, or use the arrow keys.</p>
      <div {...area} className={styles['whole-photo']} style={style}>
        <img src={photo.url.replace('/lg/', '/md/')} alt="" draggable={false} />
        <button
          type="button"
          className={styles['ring']}
          style={{ left: `${x}%`, top: `${y}%` }}
          aria-label={`Focal point: ${positionText}`}
          onKeyDown={onKeyDown}
        />
      </div>
      <p role="status" className="visually-hidden">
        {positionText}
      </p>
    </div>
  )
}

const HEADER_LAYOUTS: { layout: http.HeaderLayout; name: string; note: string }[] = [
  { layout: 'hero', name: 'Full', note: 'Title over the cover' },
  { layout: 'split', name: 'Split', note: 'Title next to the cover' },
  { layout: 'framed', name: 'Framed', note: 'Cover as a framed print' },
  { layout: 'text', name: 'Text', note: 'Title only' },
]

function LayoutChoice(props: { layout: http.HeaderLayout; onChange: (layout: http.HeaderLayout) => void }) {
  const { layout: selected, onChange } = props
  return (
    <fieldset>
      <legend className="strong">Layout</legend>
      <div className={styles['layouts']}>
        {HEADER_LAYOUTS.map(({ layout, name, note }) => (
          <label key={layout} className={styles['layout']}>
            <input type="radio" name="layout" checked={layout === selected} onChange={() => onChange(layout)} />
            <span className="strong">{name}</span>
            <span className={styles['note']}>{note}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
