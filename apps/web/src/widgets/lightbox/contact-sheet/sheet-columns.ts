import type { ColumnRule } from '../../masonry/masonry-layout.ts'

type Size = { width: number; height: number }

/**
 * The cells of a contact sheet: few photos are as large as the window allows, many use the minimum size and scroll. Returns
 * the width of the sheet and its column rule.
 */
export function sheetColumns(count: number, { width, height }: Size, rule: ColumnRule) {
  const { gap, minColumn, maxColumns } = rule
  const most = Math.max(1, Math.min(maxColumns, Math.floor((width + gap) / (minColumn + gap))))
  const cellOf = (columns: number) => {
    const rows = Math.ceil(count / columns)
    return Math.min((width - gap * (columns - 1)) / columns, (height - gap * (rows - 1)) / rows)
  }
  const best = Array.from({ length: most }, (_, n) => n + 1).reduce((a, b) => (cellOf(b) > cellOf(a) ? b : a))
  const cell = Math.floor(cellOf(best))
  if (cell < minColumn) return { width, rule }
  return { width: cell * best + gap * (best - 1), rule: { ...rule, minColumn: cell, maxColumns: best } }
}
