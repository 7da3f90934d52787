import {
  boxesWithin,
  galleryColumns,
  layoutMasonry,
  phoneGalleryColumns,
  variantForColumn,
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
    expect(columnsAt(width, galleryColumns)).toBe(columns)
  })

  it.each([
    [320, 1],
    [405, 1],
    [406, 2],
    [768, 2],
  ])('S-PUB-19 a phone page of %i px has %i columns of at least 200 with a gap of 6', (width, columns) => {
    expect(columnsAt(width, phoneGalleryColumns)).toBe(columns)
  })

  it('S-PUB-04 S-PUB-19 photos keep their proportions and stand exactly one gap apart', () => {
    const { boxes, columnWidth, height } = layoutMasonry(
      [landscape, portrait, landscape, landscape],
      976,
      galleryColumns,
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

  it('S-PUB-04 fewer photos than columns stand in the middle, in columns of the same width', () => {
    const { boxes } = layoutMasonry([landscape, landscape], 976, galleryColumns)
    expect(boxes.map(({ left, width }) => [left, width])).toEqual([
      [164, 320],
      [492, 320],
    ])
  })

  it('S-PUB-04 a photo without a known size still has a box, and an empty gallery has no height', () => {
    expect(layoutMasonry([{ width: 0, height: 0 }], 300, galleryColumns).boxes[0]).toMatchObject({
      width: 300,
      height: 200,
    })
    expect(layoutMasonry([], 976, galleryColumns)).toMatchObject({ height: 0, boxes: [] })
  })

  it('lays out 10,000 photos within 20 ms and puts only the visible ones in the document', () => {
    const photos = Array.from({ length: 10_000 }, (_, n) => (n % 3 ? landscape : portrait))
    // The quickest of many counts: on a busy machine another process may take any of them.
    const times = Array.from({ length: 30 }, () => {
      const started = performance.now()
      layoutMasonry(photos, 1400, galleryColumns)
      return performance.now() - started
    })
    expect(Math.min(...times)).toBeLessThan(20)
    const { boxes } = layoutMasonry(photos, 1400, galleryColumns)
    expect(boxesWithin(boxes, 50_000, 52_000).length).toBeLessThan(30)
    expect(boxesWithin(boxes, 0, 10).map(box => box.index)).toEqual([0, 1, 2])
  })

  it.each([
    [240, 'sm'],
    [241, 'md'],
    [480, 'md'],
    [481, 'lg'],
  ])('S-PUB-20 a column of %i px loads %s', (width, size) => {
    expect(variantForColumn(width)).toBe(size)
  })
})
