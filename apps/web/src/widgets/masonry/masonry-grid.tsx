import { useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { useFocusedIndex } from '../../lib/hooks/use-focused-index.ts'
import { useVisibleBand } from '../../lib/hooks/use-visible-band.ts'
import { useWidth } from '../../lib/hooks/use-width.ts'
import { usePlaceIn } from '../../lib/place.ts'
import { boxesNear, layoutMasonry, type ColumnRule, type MasonrySize } from './masonry-layout.ts'
import styles from './masonry-grid.module.css'

type Props<T> = {
  photos: readonly T[]
  label: string
  columns: ColumnRule
  /** The rendered margin above and below the window, in px. */
  margin?: number
  renderPhoto: (photo: T, index: number, grid: { columns: number; columnWidth: number }) => ReactNode
}

/** The height of the page's viewport, which is stable while a phone hides its address bar. */
const useScreenHeight = () =>
  useSyncExternalStore(
    changed => {
      window.addEventListener('resize', changed)
      return () => window.removeEventListener('resize', changed)
    },
    () => document.documentElement.clientHeight || Infinity,
  )

/** S-PUB-04: photos in columns, uncropped, only those near the window in the document. */
export const MasonryGrid = <T extends MasonrySize & { id: string }>(props: Props<T>) =>
  props.photos.length > 0 ? <Grid {...props} /> : null

function Grid<T extends MasonrySize & { id: string }>(props: Props<T>) {
  const { photos, label, columns, margin = 800, renderPhoto } = props
  const ref = useRef<HTMLUListElement>(null)
  const width = useWidth(ref)
  const band = useVisibleBand(ref)
  const screenHeight = useScreenHeight()
  const layout = useMemo(
    () => layoutMasonry(photos, width, columns, screenHeight),
    [photos, width, columns, screenHeight],
  )
  const focus = useFocusedIndex()
  // Without a width, the layout would be one column of zero width, and all pictures would load.
  const visible = width > 0 ? boxesNear(layout.boxes, band, margin) : []
  const place = usePlaceIn(photos)
  const kept = [focus.index, place].flatMap(index => (index === null ? [] : (layout.boxes[index] ?? [])))
  const boxes = [...new Set([...visible, ...kept])].sort((a, b) => a.index - b.index)

  return (
    <ul ref={ref} aria-label={label} className={styles['grid']} style={{ height: layout.height }} {...focus.handlers}>
      {boxes.map(({ index, left, top, width, height }) => {
        const photo = photos[index]
        if (!photo) return null
        return (
          <li
            key={photo.id}
            data-index={index}
            data-anchor={photo.id}
            aria-setsize={photos.length}
            aria-posinset={index + 1}
            className={styles['item']}
            style={{ width, height, transform: `translate(${left}px, ${top}px)` }}
          >
            {renderPhoto(photo, index, layout)}
          </li>
        )
      })}
    </ul>
  )
}
