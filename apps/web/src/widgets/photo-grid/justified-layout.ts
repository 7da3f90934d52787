type GridBox = { index: number; left: number; width: number }
export type GridRow = { top: number; height: number; boxes: GridBox[] }
export type GridLayout = { rows: GridRow[]; height: number }
type RowLayoutRule = {
  gap: number
  /** The target height of a row. Actual heights are about 0.7 to 1.4 times as large. */
  rowHeight: number
}

/** Limits of the aspect ratio of tiles. Photos with a smaller or larger ratio are cropped. */
const MIN_RATIO = 0.5
const MAX_RATIO = 3.2
const clampRatio = (ratio: number) => Math.min(MAX_RATIO, Math.max(MIN_RATIO, ratio))

/**
 * Arranges photos in rows that fill the width, each photo in its aspect ratio. A row ends when its height would be
 * further from the target height with one more photo. The last row has at most the target height.
 */
export function layoutRows(ratios: readonly number[], width: number, { gap, rowHeight }: RowLayoutRule): GridLayout {
  const rows: GridRow[] = []
  if (width <= 0) return { rows, height: 0 }
  let top = 0
  let row: number[] = []
  let sum = 0
  const computeFillingHeight = (total: number, count: number) => (width - gap * (count - 1)) / total
  const finishRow = (height: number, firstIndex: number) => {
    rows.push({ top, height: Math.round(height), boxes: layoutRowBoxes(row, firstIndex, { gap, height, width }) })
    top += Math.round(height) + gap
    row = []
    sum = 0
  }
  ratios.forEach((exactRatio, index) => {
    const ratio = clampRatio(exactRatio)
    const heightWithoutPhoto = row.length ? computeFillingHeight(sum, row.length) : Infinity
    const heightWithPhoto = computeFillingHeight(sum + ratio, row.length + 1)
    // Ratios are compared, because half of the target height is as bad as twice the target height.
    if (heightWithPhoto < rowHeight && heightWithoutPhoto / rowHeight < rowHeight / heightWithPhoto)
      finishRow(heightWithoutPhoto, index - row.length)
    row.push(ratio)
    sum += ratio
  })
  if (row.length) finishRow(Math.min(rowHeight, computeFillingHeight(sum, row.length)), ratios.length - row.length)
  return { rows, height: Math.max(0, top - gap) }
}

type RowSize = { gap: number; height: number; width: number }

/** Rounds positions to whole pixels, to avoid gaps. The last photo of a full row gets the remaining pixels. */
function layoutRowBoxes(ratios: readonly number[], firstIndex: number, { gap, height, width }: RowSize): GridBox[] {
  const exactWidth = ratios.reduce((sum, ratio) => sum + ratio * height, 0) + gap * (ratios.length - 1)
  const isFull = Math.abs(exactWidth - width) < 1
  let left = 0
  return ratios.map((ratio, position) => {
    const isLast = position === ratios.length - 1
    const box = { index: firstIndex + position, left: Math.round(left), width: 0 }
    left += ratio * height + gap
    box.width = (isFull && isLast ? Math.round(width) : Math.round(left - gap)) - box.left
    return box
  })
}

/** Returns the rows in the window, and rows below and above alternately until `maxTiles` tiles are reached. */
export function chooseRenderedRows(rows: readonly GridRow[], top: number, bottom: number, maxTiles: number): GridRow[] {
  let [firstIndex, lastIndex] = [findFirstRowBelow(rows, top), findFirstRowBelow(rows, bottom, row => row.top)]
  if (firstIndex >= lastIndex) return []
  let tiles = countTiles(rows, firstIndex, lastIndex)
  const hasSpaceFor = (row: GridRow | undefined) => row !== undefined && tiles + row.boxes.length <= maxTiles
  for (let hasGrown = true; hasGrown;) {
    hasGrown = false
    const below = rows[lastIndex]
    if (below && hasSpaceFor(below) && lastIndex - firstIndex < rows.length) {
      tiles += below.boxes.length
      lastIndex++
      hasGrown = true
    }
    const above = rows[firstIndex - 1]
    if (above && hasSpaceFor(above)) {
      tiles += above.boxes.length
      firstIndex--
      hasGrown = true
    }
  }
  return rows.slice(firstIndex, lastIndex)
}

const countTiles = (rows: readonly GridRow[], from: number, to: number) =>
  rows.slice(from, to).reduce((sum, row) => sum + row.boxes.length, 0)

/** Returns the index of the first row whose edge is below a line. Uses a binary search. */
function findFirstRowBelow(rows: readonly GridRow[], y: number, edge = (row: GridRow) => row.top + row.height) {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const row = rows[middle]
    if (row && edge(row) > y) high = middle
    else low = middle + 1
  }
  return low
}

export type GridView = 'grid' | 'large'

/**
 * The row heights of both views. The grid view shows about three photos side by side on a phone and five on a desktop;
 * the large view shows one or two.
 */
export const GRID_RULES: Record<'phone' | 'desktop', Record<GridView, RowLayoutRule>> = {
  phone: { grid: { gap: 6, rowHeight: 128 }, large: { gap: 6, rowHeight: 460 } },
  desktop: { grid: { gap: 8, rowHeight: 236 }, large: { gap: 8, rowHeight: 460 } },
}
