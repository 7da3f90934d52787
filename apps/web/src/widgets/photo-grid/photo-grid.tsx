import { type RefObject, Suspense, useLayoutEffect, useMemo, useRef } from 'react'
import { aspectRatio, type Photo } from '../../domain/photos/photo.ts'
import { useFocusedIndex, useVisibleBand, useWidth } from '../../lib/hooks/use-list-window.ts'
import { useIsPhone } from '../../lib/hooks/use-size.ts'
import { lazyOf } from '../../lib/lazy.ts'
import { useScrollRestoration } from '../../lib/scroll/scroll-restoration.ts'
import { Skeleton, Skeletons } from '../../ui/feedback/skeleton.tsx'
import { GRID_RULES, type GridRow, type GridView, layoutRows, chooseRenderedRows } from './justified-layout.ts'
import styles from './photo-grid.module.css'
import { PhotoTile } from './photo-tile.tsx'
import type { Selection } from './selection/use-selection.ts'

const GridGestures = lazyOf(() => import('./selection/grid-gestures.tsx'), 'GridGestures')

/**
 * docs/performance.md allows 60 tiles in the document. Four of them are reserved for tiles that must be rendered
 * although they are far from the window, such as the focused tile.
 */
const MAX_RENDERED_TILES = 56
/** The number of first tiles whose pictures the browser loads with high priority. */
const HIGH_PRIORITY_TILES = 12

/** L-GRID: shows photos in rows that fill the width. Only photos near the window are in the document. */
export function PhotoGrid(props: {
  photos: readonly Photo[]
  /** The accessible name of the list. */
  label: string
  onOpen: (photo: Photo) => void
  view?: GridView
  /** The selection. If set, a press selects a photo instead of opening it. */
  selection?: Selection | null
  /** Called on a long press on a photo. */
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
  useFocusRestoration(list, Math.min(focus.index ?? -1, photos.length - 1), `${photos.length} ${selection !== null}`)
  const restoredIndex = useScrollRestoration(photos)
  const nearRows = chooseRenderedRows(layout.rows, band.top, band.bottom, MAX_RENDERED_TILES)
  const rows = includeTile(restoredIndex, layout.rows, includeTile(focus.index, layout.rows, nearRows))

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
                className={styles['item']}
                style={{ width: box.width, height: row.height, transform: `translate(${box.left}px, ${row.top}px)` }}
              >
                <PhotoTile
                  photo={photo}
                  width={box.width}
                  height={row.height}
                  hasHighPriority={box.index < HIGH_PRIORITY_TILES}
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
 * Focuses the photo at `index` again after its element was replaced, for example when selection mode starts or ends.
 * `restoreKey`: a value that changes with each such replacement.
 */
function useFocusRestoration(list: RefObject<HTMLElement | null>, index: number, restoreKey: string) {
  useLayoutEffect(() => {
    if (index < 0 || document.activeElement !== document.body) return
    list.current
      ?.querySelector<HTMLElement>(`[data-index="${index}"] :is(input, button)`)
      ?.focus({ preventScroll: true })
  }, [list, index, restoreKey])
}

/**
 * Adds the row of the tile at `index` if it is not rendered. The added row contains only this tile, because of the
 * limit of tiles.
 */
function includeTile(index: number | null, allRows: readonly GridRow[], renderedRows: GridRow[]): GridRow[] {
  if (index === null || renderedRows.some(row => row.boxes.some(box => box.index === index))) return renderedRows
  const row = allRows.find(({ boxes }) => boxes.some(box => box.index === index))
  if (!row) return renderedRows
  const rowWithTile = { ...row, boxes: row.boxes.filter(box => box.index === index) }
  return [...renderedRows, rowWithTile].sort((a, b) => a.top - b.top)
}

const SKELETON_RATIOS = Array.from({ length: 18 }, (_, i) => [1.5, 0.75, 1.5, 1.33, 0.67][i % 5] ?? 1.5)

/** L-SKEL-01: the placeholder of the grid while photos are loading. */
export function PhotoGridSkeleton() {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const rule = GRID_RULES[useIsPhone() ? 'phone' : 'desktop'].grid
  const { rows, height } = useMemo(() => layoutRows(SKELETON_RATIOS, width, rule), [width, rule])
  return (
    <Skeletons ref={frame} label="Loading photos" className={styles['grid']} style={{ height }}>
      {rows.flatMap(row =>
        row.boxes.map(({ index, left, width }) => (
          <Skeleton
            key={index}
            className={styles['skeleton']}
            style={{ width, height: row.height, transform: `translate(${left}px, ${row.top}px)` }}
          />
        )),
      )}
    </Skeletons>
  )
}
