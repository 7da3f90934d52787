import { layoutSheet } from './contact-sheet.tsx'

const rule = { gap: 8, minColumn: 176, maxColumns: 8 }
const availableSize = { width: 1248, height: 700 }
const cellsOf = (count: number) => {
  const { width, rule: cells } = layoutSheet(count, availableSize, rule)
  const columns = Math.min(cells.maxColumns, Math.floor((width + cells.gap) / (cells.minColumn + cells.gap)))
  return { columns, cell: (width - cells.gap * (columns - 1)) / columns, rows: Math.ceil(count / columns) }
}

it.each([
  [1, 1, 700],
  [2, 2, 620],
  [3, 3, 410],
  [8, 4, 306],
  [12, 4, 228],
])('a sheet of %i photos fills the window: %i in a row, %i px each', (count, columns, cell) => {
  expect(cellsOf(count)).toMatchObject({ columns, cell })
  const { rows } = cellsOf(count)
  expect(rows * cell + (rows - 1) * rule.gap).toBeLessThanOrEqual(availableSize.height)
})

it('many photos use the smallest cells and scroll', () => {
  expect(layoutSheet(200, availableSize, rule)).toEqual({ width: availableSize.width, rule })
})

it('before the window is measured there is no division by zero', () => {
  expect(layoutSheet(3, { width: 0, height: 0 }, rule)).toEqual({ width: 0, rule })
})
