import { type GridLayout, layoutRows, chooseRenderedRows } from './justified-layout.ts'

const rule = { gap: 8, rowHeight: 240 }
/** Deterministic proportions, as cameras produce them. */
const ratiosOf = (count: number) =>
  Array.from({ length: count }, (_, i) => [1.5, 0.667, 1.333, 1.778, 1, 0.75, 1.5][(i * 5) % 7] ?? 1)
const boxesOf = (rows: GridLayout['rows']) => rows.flatMap(row => row.boxes)

it('every full row spans the full width, with the gap between photos', () => {
  const { rows } = layoutRows(ratiosOf(200), 1200, rule)
  expect(rows.length).toBeGreaterThan(30)
  for (const { boxes } of rows.slice(0, -1)) {
    expect(boxes[0]?.left).toBe(0)
    const last = boxes.at(-1)
    expect((last?.left ?? 0) + (last?.width ?? 0)).toBe(1200)
    boxes.slice(1).forEach((box, i) => expect(box.left - (boxes[i]!.left + boxes[i]!.width)).toBeCloseTo(8, -0.5))
  }
})

it('photos keep their order and their proportions', () => {
  const ratios = ratiosOf(100)
  const { rows } = layoutRows(ratios, 1200, rule)
  expect(boxesOf(rows).map(box => box.index)).toEqual(ratios.map((_, i) => i))
  for (const { height, boxes } of rows)
    for (const box of boxes) expect(Math.abs(box.width / height - ratios[box.index]!)).toBeLessThan(0.03)
})

it.each([390, 768, 1200, 1760])('rows are close to the target height at %i px', width => {
  const target = { gap: 8, rowHeight: width < 769 ? 128 : 240 }
  const { rows } = layoutRows(ratiosOf(300), width, target)
  for (const { height } of rows) {
    expect(height).toBeGreaterThan(target.rowHeight * 0.6)
    expect(height).toBeLessThan(target.rowHeight * 1.5)
  }
})

it('rows follow each other without overlap and the height includes the last', () => {
  const { rows, height } = layoutRows(ratiosOf(50), 1000, rule)
  expect(rows.length).toBeGreaterThan(5)
  rows.slice(1).forEach((row, i) => expect(row.top).toBe(rows[i]!.top + rows[i]!.height + 8))
  expect(height).toBe(rows.at(-1)!.top + rows.at(-1)!.height)
})

it('the last row is not enlarged', () => {
  const { rows } = layoutRows([1.5], 1200, rule)
  expect(rows).toEqual([{ top: 0, height: 240, boxes: [{ index: 0, left: 0, width: 360 }] }])
})

it('a single photo wider than the screen is fitted to it', () => {
  const { rows } = layoutRows([3], 360, rule)
  expect(rows[0]).toMatchObject({ height: 120, boxes: [{ left: 0, width: 360 }] })
})

it('extreme proportions still get a box that can be pressed', () => {
  const { rows } = layoutRows([40, 0.01], 1200, rule)
  for (const box of boxesOf(rows)) expect(box.width).toBeGreaterThan(100)
})

it('without photos or without a width the grid is empty', () => {
  expect(layoutRows([], 1200, rule)).toEqual({ rows: [], height: 0 })
  expect(layoutRows([1, 2], 0, rule)).toEqual({ rows: [], height: 0 })
})

describe('chooseRenderedRows', () => {
  const { rows, height } = layoutRows(ratiosOf(1000), 390, { gap: 6, rowHeight: 120 })

  it('renders at most 60 tiles of 1,000 at any scroll position, and all visible ones', () => {
    for (let top = 0; top < height; top += 111) {
      const within = chooseRenderedRows(rows, top, top + 844, 60)
      expect(boxesOf(within).length).toBeLessThanOrEqual(60)
      const visibleRows = rows.filter(row => row.top < top + 844 && row.top + row.height > top)
      expect(within).toEqual(expect.arrayContaining(visibleRows))
    }
  })

  it('renders rows above and below the window', () => {
    const within = chooseRenderedRows(rows, 3000, 3844, 60)
    expect(within[0]!.top).toBeLessThan(2800)
    expect(within.at(-1)!.top).toBeGreaterThan(3900)
  })

  it('renders all visible tiles even beyond the limit', () => {
    expect(boxesOf(chooseRenderedRows(rows, 0, 3000, 60)).length).toBeGreaterThan(60)
  })

  it('renders nothing outside of the list', () => {
    expect(chooseRenderedRows(rows, height + 100, height + 900, 60)).toEqual([])
    expect(chooseRenderedRows([], 0, 900, 60)).toEqual([])
  })
})

it('needs time in proportion to the number of photos', () => {
  /** Returns the shortest of ten measured times, in milliseconds. */
  const shortestTimeMs = (count: number) => {
    const ratios = ratiosOf(count)
    const times = Array.from({ length: 10 }, () => {
      const start = performance.now()
      layoutRows(ratios, 1200, rule)
      return performance.now() - start
    })
    return Math.min(...times)
  }
  // 16 times the photos take 16 times the time; comparing all pairs would take 256 times
  expect(shortestTimeMs(80_000) / shortestTimeMs(5_000)).toBeLessThan(64)
})
