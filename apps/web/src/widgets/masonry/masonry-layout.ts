import { MASONRY_LAYOUT, VARIANT_BY_WIDTH, type VariantSize } from '@daymark/contracts'
import { tileRatio } from '../../domain/photos/photo.ts'

/** Defines the columns of a grid: as many as fit, each at least `minColumn` px wide. */
export type ColumnRule = {
  gap: number
  minColumn: number
  maxColumns: number
  /** The alignment of a single incomplete row. Default: `center`. */
  align?: 'start' | 'center'
}

/** S-PUB-19: the columns of a gallery. */
export const GALLERY_COLUMNS: ColumnRule = {
  gap: MASONRY_LAYOUT.gap,
  minColumn: MASONRY_LAYOUT.minColumn,
  maxColumns: MASONRY_LAYOUT.maxColumns,
}
export const PHONE_GALLERY_COLUMNS: ColumnRule = {
  gap: MASONRY_LAYOUT.mobileGap,
  minColumn: MASONRY_LAYOUT.mobileMinColumn,
  maxColumns: MASONRY_LAYOUT.mobileMaxColumns,
}

export type MasonrySize = { width: number | null; height: number | null }
type MasonryBox = { index: number; left: number; top: number; width: number; height: number }
type MasonryLayout = { gap: number; columns: number; columnWidth: number; height: number; boxes: MasonryBox[] }

/** The minimum height of a touch target. */
const MIN_BOX_HEIGHT_PX = 44

/**
 * S-PUB-04: adds each photo to the shortest column. If several are equally short, adds it to the leftmost, which
 * preserves the reading order.
 */
export function layoutMasonry(
  photos: readonly MasonrySize[],
  availableWidth: number,
  rule: ColumnRule,
  screenHeight = Infinity,
): MasonryLayout {
  const { gap, minColumn, maxColumns, align = 'center' } = rule
  const fittingColumnCount = Math.floor((availableWidth + gap) / (minColumn + gap))
  const columns = Math.max(1, Math.min(maxColumns, fittingColumnCount))
  const columnWidth = Math.max(0, (availableWidth - gap * (columns - 1)) / columns)
  const minHeight = Math.min(MIN_BOX_HEIGHT_PX, columnWidth)
  const columnBottoms = Array.from({ length: columns }, () => 0)
  const unusedWidth = Math.max(0, columns - photos.length) * (columnWidth + gap)
  const margin = align === 'center' ? unusedWidth / 2 : 0
  const boxes = photos.map((photo, index) => {
    const column = columnBottoms.indexOf(Math.min(...columnBottoms))
    const top = columnBottoms[column] ?? 0
    const height = Math.round(Math.max(minHeight, Math.min(columnWidth / tileRatio(photo), 2 * screenHeight)))
    columnBottoms[column] = top + height + gap
    return { index, left: margin + column * (columnWidth + gap), top, width: columnWidth, height }
  })
  return { gap, columns, columnWidth, height: Math.max(0, Math.max(...columnBottoms) - gap), boxes }
}

/** S-PUB-20: returns the variant for a column width. */
export function chooseColumnVariant(columnWidth: number): VariantSize {
  if (columnWidth <= VARIANT_BY_WIDTH.sm) return 'sm'
  return columnWidth <= VARIANT_BY_WIDTH.md ? 'md' : 'lg'
}

/** Returns the boxes that are at least partly between top and bottom. */
export const findBoxesBetween = (boxes: readonly MasonryBox[], top: number, bottom: number) =>
  boxes.filter(box => box.top < bottom && box.top + box.height > top)

/**
 * docs/performance.md allows 60 tiles in the document. Four of them are reserved for tiles that must be rendered
 * although they are far from the window, such as the focused tile.
 */
const MAX_RENDERED_BOXES = 56

/** Returns the boxes to render: all boxes in the window, and the nearest boxes within the margin up to the limit. */
export function chooseRenderedBoxes(
  boxes: readonly MasonryBox[],
  { top, bottom }: { top: number; bottom: number },
  margin: number,
) {
  const nearBoxes = findBoxesBetween(boxes, top - margin, bottom + margin)
  if (nearBoxes.length <= MAX_RENDERED_BOXES) return nearBoxes
  const distance = (box: MasonryBox) => Math.max(0, top - box.top - box.height, box.top - bottom)
  const visibleCount = findBoxesBetween(nearBoxes, top, bottom).length
  const renderedBoxes = new Set(
    [...nearBoxes].sort((a, b) => distance(a) - distance(b)).slice(0, Math.max(MAX_RENDERED_BOXES, visibleCount)),
  )
  return nearBoxes.filter(box => renderedBoxes.has(box))
}
