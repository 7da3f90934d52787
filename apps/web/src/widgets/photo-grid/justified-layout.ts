type GridBox = { index: number; left: number; width: number }
export type GridRow = { top: number; height: number; boxes: GridBox[] }
export type GridLayout = { rows: GridRow[]; height: number }
export type RowRule = {
  gap: number
  /** The wanted height of a row; actual heights are between about 0.7 and 1.4 times of it. */
  rowHeight: number
}

/** Extreme proportions are clamped to a reasonable box; the photo inside is cropped. */
const NARROWEST = 0.5
const WIDEST = 3.2
const clampRatio = (ratio: number) => Math.min(WIDEST, Math.max(NARROWEST, ratio))

/**
 * Rows of one height that fill the width, every photo in its own proportion. A photo is added to a row until another one
 * would leave it further below the wanted height than it is above it. The last row keeps the wanted height.
 */
export function layoutRows(ratios: readonly number[], width: number, { gap, rowHeight }: RowRule): GridLayout {
  const rows: GridRow[] = []
  if (width <= 0) return { rows, height: 0 }
  let top = 0
  let row: number[] = []
  let sum = 0
  const heightOf = (total: number, count: number) => (width - gap * (count - 1)) / total
  const close = (height: number, first: number) => {
    rows.push({ top, height: Math.round(height), boxes: boxesOf(row, first, { gap, height, width }) })
    top += Math.round(height) + gap
    row = []
    sum = 0
  }
  ratios.forEach((raw, index) => {
    const ratio = clampRatio(raw)
    const without = row.length ? heightOf(sum, row.length) : Infinity
    const withIt = heightOf(sum + ratio, row.length + 1)
    // Measured as ratios: half the height is as far off as twice the height.
    if (withIt < rowHeight && without / rowHeight < rowHeight / withIt) close(without, index - row.length)
    row.push(ratio)
    sum += ratio
  })
  if (row.length) close(Math.min(rowHeight, heightOf(sum, row.length)), ratios.length - row.length)
  return { rows, height: Math.max(0, top - gap) }
}

type RowSize = { gap: number; height: number; width: number }

/** Whole pixels, to avoid gaps; the rounding remainder goes to the last photo of a full row. */
function boxesOf(ratios: readonly number[], first: number, { gap, height, width }: RowSize): GridBox[] {
  const exact = ratios.reduce((sum, ratio) => sum + ratio * height, 0) + gap * (ratios.length - 1)
  const isFull = Math.abs(exact - width) < 1
  let left = 0
  return ratios.map((ratio, place) => {
    const isLast = place === ratios.length - 1
    const box = { index: first + place, left: Math.round(left), width: 0 }
    left += ratio * height + gap
    box.width = (isFull && isLast ? Math.round(width) : Math.round(left - gap)) - box.left
    return box
  })
}

/** The rows in the band, then as many around them as the limit of tiles allows, alternately above and below. */
export function rowsWithin(rows: readonly GridRow[], top: number, bottom: number, maxTiles: number): GridRow[] {
  let [first, last] = [firstBelow(rows, top), firstBelow(rows, bottom, row => row.top)]
  if (first >= last) return []
  let tiles = count(rows, first, last)
  const room = (row: GridRow | undefined) => row !== undefined && tiles + row.boxes.length <= maxTiles
  for (let grew = true; grew;) {
    grew = false
    const below = rows[last]
    if (below && room(below) && last - first < rows.length) {
      tiles += below.boxes.length
      last++
      grew = true
    }
    const above = rows[first - 1]
    if (above && room(above)) {
      tiles += above.boxes.length
      first--
      grew = true
    }
  }
  return rows.slice(first, last)
}

const count = (rows: readonly GridRow[], from: number, to: number) =>
  rows.slice(from, to).reduce((sum, row) => sum + row.boxes.length, 0)

/** Binary search for the first row whose edge lies below a line. */
function firstBelow(rows: readonly GridRow[], line: number, edge = (row: GridRow) => row.top + row.height) {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const row = rows[middle]
    if (row && edge(row) > line) high = middle
    else low = middle + 1
  }
  return low
}
