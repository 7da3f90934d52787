import { Heart, ImageOff, Tag } from 'lucide-react'
import { memo, type ReactNode, Suspense } from 'react'
import { lazyOf } from '../../lib/lazy.ts'
import { useScrollStopped } from '../../lib/scroll/scrolling.ts'
import { classNames } from '../../ui/class-names.ts'
import { Picture } from '../masonry/picture.tsx'
import { toggleLike } from '../../domain/photos/photo.actions.ts'
import { isFailed, photoName, chooseVariant, variantUrl, type Photo } from '../../domain/photos/photo.ts'
import styles from './photo-grid.module.css'
import type { Selection } from './selection/use-selection.ts'

/** The code of the button is loaded only if a photo failed. */
const RetryButton = lazyOf(() => import('../retry/retry-button.tsx'), 'RetryButton')

type Props = {
  photo: Photo
  width: number
  height: number
  hasHighPriority: boolean
  showTitle: boolean
  onOpen: (photo: Photo) => void
  selection: Selection | null
}

/**
 * A tile of the grid. A press opens the photo or, in selection mode, selects it. The overlays take half of the
 * rendering time, so they are rendered after scrolling has stopped.
 */
export const PhotoTile = memo(function PhotoTile(props: Props) {
  const { photo, onOpen, selection } = props
  const isSelected = selection?.ids.has(photo.id) ?? false
  return (
    <div className={classNames(styles['tile'], selection && styles['selecting'], isSelected && styles['selected'])}>
      {selection ? (
        <SelectBox isSelected={isSelected} onToggle={withRange => selection.toggle(photo.id, withRange)}>
          <span className="visually-hidden">Select </span>
          <TileContent {...props} />
        </SelectBox>
      ) : (
        <button type="button" className={styles['open']} onClick={() => onOpen(photo)}>
          <span className="visually-hidden">Open </span>
          <TileContent {...props} />
        </button>
      )}
      {!selection && isFailed(photo) && (
        <Suspense>
          <RetryButton photo={photo} className={styles['retry']} />
        </Suspense>
      )}
      {useScrollStopped() && (
        <>
          <TileBadges photo={photo} />
          {!selection && <LikeButton photo={photo} />}
        </>
      )}
    </div>
  )
})

/** The picture of a tile with its name, or a text if no picture exists. */
function TileContent({ photo, width, height, hasHighPriority, showTitle }: Props) {
  const name = photoName(photo)
  if (photo.processing_status !== 'completed')
    return (
      <span className={styles['missing-preview']}>
        {photo.processing_status === 'failed' ? (
          <ImageOff aria-hidden />
        ) : (
          <span aria-hidden className={styles['processing-indicator']} />
        )}
        <span className={styles['fallback-name']}>{name}</span>{' '}
        {photo.processing_status === 'failed' ? 'No preview' : 'Processing…'}
      </span>
    )
  const size = chooseVariant(photo, { width, height }, window.devicePixelRatio)
  return (
    <>
      <Picture
        key={photo.url}
        src={variantUrl(photo, size)}
        alt=""
        placeholder={photo.placeholder}
        hasHighPriority={hasHighPriority}
      />
      <span className={showTitle && photo.title ? styles['title'] : 'visually-hidden'}>{name}</span>
    </>
  )
}

function SelectBox(props: { isSelected: boolean; onToggle: (withRange: boolean) => void; children: ReactNode }) {
  const { isSelected, onToggle, children } = props
  return (
    <label className={styles['open']}>
      {children}
      <input
        type="checkbox"
        className={styles['checkbox']}
        checked={isSelected}
        // React reports a change of a checkbox with its click event, which includes the state of the Shift key.
        onChange={({ nativeEvent }) => onToggle((nativeEvent as MouseEvent).shiftKey)}
      />
    </label>
  )
}

/** L-GRID-04, 05: the number of tags and the original format of the photo. */
function TileBadges({ photo }: { photo: Photo }) {
  const tags = photo.tags.length
  return (
    <span className={styles['badges']}>
      <span className={classNames(styles['badge'], photo.original_format === 'JPEG' && styles['jpeg-badge'])}>
        {photo.original_format}
      </span>
      {tags > 0 && (
        <span className={styles['badge']} title={photo.tags.map(tag => tag.label).join(', ')}>
          <Tag aria-hidden />
          <span aria-hidden>{tags}</span>
          <span className="visually-hidden">{tags === 1 ? '1 tag' : `${tags} tags`}</span>
        </span>
      )}
    </span>
  )
}

function LikeButton({ photo }: { photo: Photo }) {
  return (
    <button
      type="button"
      aria-label={`Like ${photoName(photo)}`}
      aria-pressed={photo.is_favorite}
      className={classNames(styles['like'], photo.is_favorite && styles['liked'])}
      onClick={() => void toggleLike(photo)}
    >
      <Heart aria-hidden />
    </button>
  )
}
