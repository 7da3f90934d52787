import { useDeferredValue, useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { useFocusedIndex, useVisibleBand, useWidth } from '../../lib/hooks/use-list-window.ts'
import { useScrollRestoration } from '../../lib/scroll/scroll-restoration.ts'
import { chooseRenderedBoxes, layoutMasonry, type ColumnRule, type MasonrySize } from './masonry-layout.ts'
import styles from './masonry.module.css'

type Props<T> = {
  photos: readonly T[]
  label: string
  columns: ColumnRule
  /** Photos within this distance above and below the window are rendered, in px. */
  margin?: number
  renderPhoto: (photo: T, index: number, grid: { columns: number; columnWidth: number }) => ReactNode
}

/** Returns the height of the viewport, which does not change when a phone hides its address bar. */
const useScreenHeight = () =>
  useSyncExternalStore(
    onChange => {
      window.addEventListener('resize', onChange)
      return () => window.removeEventListener('resize', onChange)
    },
    () => document.documentElement.clientHeight || Infinity,
  )

/** S-PUB-04: shows photos uncropped in columns. Only photos near the window are in the document. */
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
  // Tiles in the window are rendered first. Tiles within the margin are rendered in short tasks after the first paint.
  const renderedMargin = useDeferredValue(margin, 0)
  // Nothing is rendered before the width is known, because in a layout of zero width all tiles would be visible and all
  // pictures would load.
  const visible = width > 0 ? chooseRenderedBoxes(layout.boxes, band, renderedMargin) : []
  const restoredIndex = useScrollRestoration(photos)
  const requiredBoxes = [focus.index, restoredIndex].flatMap(index =>
    index === null ? [] : (layout.boxes[index] ?? []),
  )
  const boxes = [...new Set([...visible, ...requiredBoxes])].sort((a, b) => a.index - b.index)

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
