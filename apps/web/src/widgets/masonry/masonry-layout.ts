import { MASONRY, VARIANT_BY_WIDTH, type VariantSize } from '@daymark/contracts'
import { tileRatio } from '../../domain/photos/photo.ts'

/** The division of a width: as many columns as fit, none narrower than minColumn. */
export type ColumnRule = {
  gap: number
  minColumn: number
  maxColumns: number
  /** The alignment of a single incomplete row: centered by default. */
  align?: 'start' | 'center'
}

/** S-PUB-19 */
export const galleryColumns: ColumnRule = {
  gap: MASONRY.gap,
  minColumn: MASONRY.minColumn,
  maxColumns: MASONRY.maxColumns,
}
export const phoneGalleryColumns: ColumnRule = {
  gap: MASONRY.mobileGap,
  minColumn: MASONRY.mobileMinColumn,
  maxColumns: MASONRY.mobileMaxColumns,
}

export type MasonrySize = { width: number | null; height: number | null }
type MasonryBox = { index: number; left: number; top: number; width: number; height: number }
type MasonryLayout = { gap: number; columns: number; columnWidth: number; height: number; boxes: MasonryBox[] }

/** The width of a finger. */
const LEAST_HEIGHT = 44

/** S-PUB-04: each photo is added to the shortest column; on a tie to the leftmost, which keeps the reading order. */
export function layoutMasonry(
  photos: readonly MasonrySize[],
  available: number,
  rule: ColumnRule,
  screenHeight = Infinity,
): MasonryLayout {
  const { gap, minColumn, maxColumns, align = 'center' } = rule
  const fitting = Math.floor((available + gap) / (minColumn + gap))
  const columns = Math.max(1, Math.min(maxColumns, fitting))
  const columnWidth = Math.max(0, (available - gap * (columns - 1)) / columns)
  const least = Math.min(LEAST_HEIGHT, columnWidth)
  const bottoms = Array.from({ length: columns }, () => 0)
  const free = Math.max(0, columns - photos.length) * (columnWidth + gap)
  const margin = align === 'center' ? free / 2 : 0
  const boxes = photos.map((photo, index) => {
    const column = bottoms.indexOf(Math.min(...bottoms))
    const top = bottoms[column] ?? 0
    const height = Math.round(Math.max(least, Math.min(columnWidth / tileRatio(photo), 2 * screenHeight)))
    bottoms[column] = top + height + gap
    return { index, left: margin + column * (columnWidth + gap), top, width: columnWidth, height }
  })
  return { gap, columns, columnWidth, height: Math.max(0, Math.max(...bottoms) - gap), boxes }
}

/** S-PUB-20: up to 240 sm, up to 480 md, otherwise lg. */
export function variantForColumn(columnWidth: number): VariantSize {
  if (columnWidth <= VARIANT_BY_WIDTH.sm) return 'sm'
  return columnWidth <= VARIANT_BY_WIDTH.md ? 'md' : 'lg'
}

/** The boxes that touch the band between top and bottom. */
export const boxesWithin = (boxes: readonly MasonryBox[], top: number, bottom: number) =>
  boxes.filter(box => box.top < bottom && box.top + box.height > top)

/** docs/performance.md: at most 60 tiles in the document; one may have the focus far from the others. */
const MAX_BOXES = 56

/** The boxes to render: all in the band, and the nearest ones within the margin, up to the limit. */
export function boxesNear(
  boxes: readonly MasonryBox[],
  { top, bottom }: { top: number; bottom: number },
  margin: number,
) {
  const near = boxesWithin(boxes, top - margin, bottom + margin)
  if (near.length <= MAX_BOXES) return near
  const distance = (box: MasonryBox) => Math.max(0, top - box.top - box.height, box.top - bottom)
  const within = boxesWithin(near, top, bottom).length
  const kept = new Set([...near].sort((a, b) => distance(a) - distance(b)).slice(0, Math.max(MAX_BOXES, within)))
  return near.filter(box => kept.has(box))
}
