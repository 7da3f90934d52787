import { lazy, Suspense, useLayoutEffect, useMemo, useRef, type RefObject } from 'react'
import { useFocusedIndex } from '../../lib/hooks/use-focused-index.ts'
import { useIsPhone } from '../../lib/hooks/use-media-query.ts'
import { useVisibleBand } from '../../lib/hooks/use-visible-band.ts'
import { useWidth } from '../../lib/hooks/use-width.ts'
import { usePlaceIn } from '../../lib/place.ts'
import { aspectRatio, type Photo } from '../../domain/photos/photo.ts'
import { GRID_RULES, type GridView } from './grid-rules.ts'
import { layoutRows, rowsWithin, type GridRow } from './justified-layout.ts'
import styles from './photo-grid.module.css'
import { PhotoTile } from './photo-tile.tsx'
import type { Selection } from './selection/use-selection.ts'

const GridGestures = lazy(async () => ({ default: (await import('./selection/grid-gestures.tsx')).GridGestures }))

/** docs/performance.md: at most 60 tiles in the document; one may have the focus far from the others. */
const MAX_TILES = 56
/** The first tiles are what is seen first: their pictures come before the rest. */
const URGENT_TILES = 12

/** L-GRID: photos in rows from edge to edge, only those near the window in the document. */
export function PhotoGrid(props: {
  photos: readonly Photo[]
  /** What is listed, for who cannot see it. */
  label: string
  onOpen: (photo: Photo) => void
  view?: GridView
  /** While selecting, a press selects instead of opening. */
  selection?: Selection | null
  /** A finger rests on a photo: selecting begins with it. */
  onHold?: ((photo: Photo) => void) | undefined
  showTitles?: boolean
}) {
  const { photos, label, onOpen, view = 'grid', selection = null, onHold, showTitles = true } = props
  const list = useRef<HTMLUListElement>(null)
  const width = useWidth(list)
  const rule = GRID_RULES[useIsPhone() ? 'phone' : 'desktop'][view]
  const layout = useMemo(() => layoutRows(photos.map(aspectRatio), width, rule), [photos, width, rule])
  const band = useVisibleBand(list)
  const focus = useFocusedIndex()
  useKeptFocus(list, Math.min(focus.index ?? -1, photos.length - 1), `${photos.length} ${selection !== null}`)
  const place = usePlaceIn(photos)
  const near = rowsWithin(layout.rows, band.top, band.bottom, MAX_TILES)
  const rows = withRowOf(place, layout.rows, withRowOf(focus.index, layout.rows, near))

  return (
    <>
      <ul
        ref={list}
        aria-label={label}
        className={styles['grid']}
        style={{ height: layout.height }}
        {...focus.handlers}
      >
        {rows.flatMap(row =>
          row.boxes.map(box => {
            const photo = photos[box.index]
            if (!photo) return null
            return (
              <li
                key={photo.id}
                data-index={box.index}
                data-anchor={photo.id}
                aria-setsize={photos.length}
                aria-posinset={box.index + 1}
                className={styles['place']}
                style={{ width: box.width, height: row.height, transform: `translate(${box.left}px, ${row.top}px)` }}
              >
                <PhotoTile
                  photo={photo}
                  width={box.width}
                  height={row.height}
                  isUrgent={box.index < URGENT_TILES}
                  showTitle={showTitles}
                  onOpen={onOpen}
                  selection={selection}
                />
              </li>
            )
          }),
        )}
      </ul>
      <Suspense>
        <GridGestures
          list={list}
          selection={selection}
          onHold={onHold && (index => photos[index] && onHold(photos[index]))}
        />
      </Suspense>
    </>
  )
}

/**
 * Beginning and leaving selection make other elements of the tiles: the focus stays on the photo it was on, or on the one
 * that took its place. `change` is what may have taken the focused element away.
 */
function useKeptFocus(list: RefObject<HTMLElement | null>, index: number, change: string) {
  useLayoutEffect(() => {
    if (index < 0 || document.activeElement !== document.body) return
    list.current
      ?.querySelector<HTMLElement>(`[data-index="${index}"] :is(input, button)`)
      ?.focus({ preventScroll: true })
  }, [list, index, change])
}

/** Only that tile of its row, so that the limit holds. */
function withRowOf(index: number | null, all: readonly GridRow[], shown: GridRow[]): GridRow[] {
  if (index === null || shown.some(row => row.boxes.some(box => box.index === index))) return shown
  const row = all.find(({ boxes }) => boxes.some(box => box.index === index))
  if (!row) return shown
  const kept = { ...row, boxes: row.boxes.filter(box => box.index === index) }
  return [...shown, kept].sort((a, b) => a.top - b.top)
}
