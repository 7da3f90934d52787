import { Aperture, Heart, Info, LayoutGrid, RectangleHorizontal, Star, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import styles from './lightbox.module.css'

export type Panels = { isInfoShown: boolean; isExifShown: boolean; view: 'single' | 'contact' }

function ToolButton(props: {
  label: string
  icon: ReactNode
  isActive?: boolean
  isDanger?: boolean
  disabled?: boolean
  onClick: () => void
}) {
  const { label, icon, isActive, isDanger, disabled, onClick } = props
  return (
    <button
      type="button"
      title={label}
      disabled={disabled}
      className={classNames(styles['tool'], isActive && styles['active'], isDanger && styles['danger'])}
      onClick={onClick}
    >
      {icon}
      <span className={styles['button-label']}>{label}</span>
    </button>
  )
}

const formatStars = (count: number) => (count === 1 ? '1 star' : `${count} stars`)

/** Sets the rating. Pressing the star of the current rating removes the rating. */
function Stars({ rating, onRate }: { rating: number; onRate: (rating: number) => void }) {
  return (
    <div role="group" aria-label={rating ? `Rating: ${formatStars(rating)}` : 'Not rated'} className={styles['rating']}>
      {[1, 2, 3, 4, 5].map(count => {
        const name = count === rating ? 'Remove the rating' : `Rate ${formatStars(count)}`
        return (
          <button
            key={count}
            type="button"
            aria-label={name}
            title={name}
            className={classNames(styles['star'], count <= rating && styles['filled'])}
            onClick={() => onRate(count === rating ? 0 : count)}
          >
            <Star aria-hidden />
          </button>
        )
      })}
    </div>
  )
}

/**
 * L-LB-02 … L-LB-05: the actions for the photo. A desktop shows icons above the photo, a phone shows icons with labels
 * below it.
 */
export function Toolbar(props: {
  panels: Panels
  isLiked: boolean
  rating: number
  onPanels: (panels: Panels) => void
  onLike: () => void
  onRate: (rating: number) => void
  onDelete: () => void
}) {
  const { panels, isLiked, rating, onPanels, onLike, onRate, onDelete } = props
  const { isInfoShown, isExifShown, view } = panels
  const isSingle = view === 'single'
  return (
    <div role="group" aria-label="Photo tools" className={styles['toolbar']}>
      {isSingle && (
        <>
          <Stars rating={rating} onRate={onRate} />
          <ToolButton
            label={isLiked ? 'Unlike' : 'Like'}
            icon={<Heart aria-hidden className={classNames(isLiked && styles['liked'])} />}
            onClick={onLike}
          />
          <ToolButton
            label={isInfoShown ? 'Hide Info' : 'Show Info'}
            icon={<Info aria-hidden />}
            isActive={isInfoShown}
            onClick={() => onPanels({ ...panels, isInfoShown: !isInfoShown })}
          />
          <ToolButton
            label={isExifShown ? 'Hide EXIF' : 'Show EXIF'}
            icon={<Aperture aria-hidden />}
            isActive={isExifShown}
            onClick={() => onPanels({ ...panels, isExifShown: !isExifShown })}
          />
        </>
      )}
      <ToolButton
        label={isSingle ? 'Contact Sheet' : 'Single'}
        icon={isSingle ? <LayoutGrid aria-hidden /> : <RectangleHorizontal aria-hidden />}
        onClick={() => onPanels({ ...panels, view: isSingle ? 'contact' : 'single' })}
      />
      {isSingle && <ToolButton label="Delete" icon={<Trash2 aria-hidden />} isDanger onClick={onDelete} />}
    </div>
  )
}
