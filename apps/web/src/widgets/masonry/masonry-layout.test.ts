import {
  chooseRenderedBoxes,
  findBoxesBetween,
  GALLERY_COLUMNS,
  layoutMasonry,
  PHONE_GALLERY_COLUMNS,
  chooseColumnVariant,
  type ColumnRule,
} from './masonry-layout.ts'

const landscape = { width: 3000, height: 2000 }
const portrait = { width: 2000, height: 3000 }
const columnsAt = (width: number, rule: ColumnRule) =>
  new Set(
    layoutMasonry(
      Array.from({ length: 9 }, () => landscape),
      width,
      rule,
    ).boxes.map(box => box.left),
  ).size

describe('masonry', () => {
  it.each([
    [647, 1],
    [648, 2],
    [975, 2],
    [976, 3],
    [4000, 3],
  ])('S-PUB-19 a desktop page of %i px has %i columns of at least 320 with a gap of 8', (width, columns) => {
    expect(columnsAt(width, GALLERY_COLUMNS)).toBe(columns)
  })

  it.each([
    [320, 1],
    [405, 1],
    [406, 2],
    [768, 2],
  ])('S-PUB-19 a phone page of %i px has %i columns of at least 200 with a gap of 6', (width, columns) => {
    expect(columnsAt(width, PHONE_GALLERY_COLUMNS)).toBe(columns)
  })

  it('S-PUB-04 S-PUB-19 photos keep their proportions with exactly one gap between them', () => {
    const { boxes, columnWidth, height } = layoutMasonry(
      [landscape, portrait, landscape, landscape],
      976,
      GALLERY_COLUMNS,
    )
    expect(columnWidth).toBe(320)
    expect(boxes.map(({ left, top, height }) => [left, top, height])).toEqual([
      [0, 0, 213],
      [328, 0, 480],
      [656, 0, 213],
      [0, 221, 213],
    ])
    expect(height).toBe(480)
  })

  it('S-PUB-04 fewer photos than columns are centered, in columns of the same width', () => {
    const { boxes } = layoutMasonry([landscape, landscape], 976, GALLERY_COLUMNS)
    expect(boxes.map(({ left, width }) => [left, width])).toEqual([
      [164, 320],
      [492, 320],
    ])
  })

  it('aligns fewer photos than columns at the start, if requested', () => {
    const { boxes } = layoutMasonry([landscape, landscape], 976, { ...GALLERY_COLUMNS, align: 'start' })
    expect(boxes.map(({ left, width }) => [left, width])).toEqual([
      [0, 320],
      [328, 320],
    ])
  })

  it('S-PUB-04 a photo without a known size still has a box, and an empty gallery has no height', () => {
    expect(layoutMasonry([{ width: 0, height: 0 }], 300, GALLERY_COLUMNS).boxes[0]).toMatchObject({
      width: 300,
      height: 200,
    })
    expect(layoutMasonry([], 976, GALLERY_COLUMNS)).toMatchObject({ height: 0, boxes: [] })
  })

  it('a long screenshot is at most two screens high, and a panorama high enough for a finger', () => {
    const [tall, panorama] = [
      { width: 1080, height: 15_000 },
      { width: 20_000, height: 1000 },
    ]
    const heights = (width: number, rule: ColumnRule, screen?: number) =>
      layoutMasonry([tall, panorama], width, rule, screen).boxes.map(box => box.height)
    expect(heights(976, GALLERY_COLUMNS, 900)).toEqual([800, 80])
    expect(heights(839, GALLERY_COLUMNS, 350)).toEqual([700, 104])
    expect(heights(300, { ...PHONE_GALLERY_COLUMNS, minColumn: 100 }, 700)).toEqual([368, 44])
    expect(heights(0, GALLERY_COLUMNS)).toEqual([0, 0])
  })

  it('renders only the visible ones of 10,000 photos', () => {
    const photos = Array.from({ length: 10_000 }, (_, n) => (n % 3 ? landscape : portrait))
    const { boxes } = layoutMasonry(photos, 1400, GALLERY_COLUMNS)
    expect(findBoxesBetween(boxes, 50_000, 52_000).length).toBeLessThan(30)
    expect(findBoxesBetween(boxes, 0, 10).map(box => box.index)).toEqual([0, 1, 2])
  })

  it('needs time in proportion to the number of photos', () => {
    const measureCpuTime = (count: number) => {
      const photos = Array.from({ length: count }, (_, n) => (n % 3 ? landscape : portrait))
      layoutMasonry(photos, 1400, GALLERY_COLUMNS)
      const start = process.cpuUsage()
      for (let n = 0; n < 20; n++) layoutMasonry(photos, 1400, GALLERY_COLUMNS)
      return process.cpuUsage(start).user
    }
    // 16 times the photos take 16 times the time; comparing all pairs would take 256 times
    expect(measureCpuTime(20_000) / measureCpuTime(1250)).toBeLessThan(64)
  })

  it.each([
    [240, 'sm'],
    [241, 'md'],
    [480, 'md'],
    [481, 'lg'],
  ])('S-PUB-20 a column of %i px loads %s', (width, size) => {
    expect(chooseColumnVariant(width)).toBe(size)
  })
})

describe('boxes in the document', () => {
  const photos = Array.from({ length: 1000 }, () => ({ width: 1, height: 1 }))
  /** The contact sheet at usual window sizes, and a column rule that shows many photos at once. */
  it.each([
    [358, 844, { gap: 6, minColumn: 104, maxColumns: 5 }],
    [1248, 800, { gap: 8, minColumn: 176, maxColumns: 8 }],
    [1888, 1080, { gap: 8, minColumn: 176, maxColumns: 8 }],
  ])('at most 60 of 1,000 in a window of %i × %i at any scroll position', (width, height, rule) => {
    const { boxes, height: layoutHeight } = layoutMasonry(photos, width, rule)
    for (let top = 0; top < layoutHeight; top += 200) {
      const rendered = chooseRenderedBoxes(boxes, { top, bottom: top + height + 200 }, 240)
      expect(rendered.length).toBeLessThanOrEqual(60)
      expect(rendered).toEqual(expect.arrayContaining(findBoxesBetween(boxes, top, top + height)))
    }
  })

  it('includes all visible boxes, in order', () => {
    const { boxes } = layoutMasonry(photos, 1888, { gap: 8, minColumn: 40, maxColumns: 40 })
    const rendered = chooseRenderedBoxes(boxes, { top: 1000, bottom: 2000 }, 500)
    expect(rendered).toEqual(findBoxesBetween(boxes, 1000, 2000))
    expect(rendered.length).toBeGreaterThan(60)
  })
})
