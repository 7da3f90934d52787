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

/** docs/performance.md: at most 60 tiles in the document; the focused one may be far from the others. */
const MAX_TILES = 56
/** The tiles of the first screen load their pictures first. */
const URGENT_TILES = 12

/** L-GRID: photos in rows that span the width, only those near the window in the document. */
export function PhotoGrid(props: {
  photos: readonly Photo[]
  /** The label of the list, for screen readers. */
  label: string
  onOpen: (photo: Photo) => void
  view?: GridView
  /** While selecting, a press selects instead of opening. */
  selection?: Selection | null
  /** A long press on a photo, which starts the selection. */
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
 * Starting and leaving selection mode replaces the elements of the tiles: the focus stays on the same photo, or on the one
 * that replaced it. `change` is the state that may have removed the focused element.
 */
function useKeptFocus(list: RefObject<HTMLElement | null>, index: number, change: string) {
  useLayoutEffect(() => {
    if (index < 0 || document.activeElement !== document.body) return
    list.current
      ?.querySelector<HTMLElement>(`[data-index="${index}"] :is(input, button)`)
      ?.focus({ preventScroll: true })
  }, [list, index, change])
}

/** Only that tile of its row, to stay within the limit. */
function withRowOf(index: number | null, all: readonly GridRow[], shown: GridRow[]): GridRow[] {
  if (index === null || shown.some(row => row.boxes.some(box => box.index === index))) return shown
  const row = all.find(({ boxes }) => boxes.some(box => box.index === index))
  if (!row) return shown
  const kept = { ...row, boxes: row.boxes.filter(box => box.index === index) }
  return [...shown, kept].sort((a, b) => a.top - b.top)
}
