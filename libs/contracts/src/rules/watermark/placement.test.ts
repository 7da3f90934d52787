import { placeWatermark, orientationOf, positionPercentagesAt, type PlacementSettings } from './placement.ts'

const placing = (over: Partial<PlacementSettings> = {}): PlacementSettings => ({
  opacity: 0.35,
  widthPercent: 20,
  portraitXPercent: 50,
  portraitYPercent: 50,
  landscapeXPercent: 50,
  landscapeYPercent: 50,
  ...over,
})
const landscape = { width: 1500, height: 1000 }
const portrait = { width: 1000, height: 1500 }
const logo = { width: 600, height: 200 }

describe('where a watermark stands', () => {
  it('S-WM-13 defaults to the center, 20 % of the width and opacity 0.35', () => {
    expect(placeWatermark(landscape, logo, placing())).toEqual({
      width: 300,
      height: 100,
      left: 600,
      top: 450,
      opacity: 0.35,
    })
  })

  it.each([
    [0, 0, 0, 0],
    [100, 100, 1200, 900],
    [0, 100, 0, 900],
    [25, 75, 300, 675],
  ])('rule 41 X %i and Y %i are shares of the free room', (x, y, left, top) => {
    const at = placeWatermark(landscape, logo, placing({ landscapeXPercent: x, landscapeYPercent: y }))
    expect(at).toMatchObject({ left, top })
  })

  it('rule 41 the width is a percentage of the picture width for every shape', () => {
    expect(placeWatermark(portrait, logo, placing({ widthPercent: 50 }))).toMatchObject({ width: 500, height: 167 })
  })

  it('rule 41 portrait and landscape have separate positions, and square photos use that of landscape', () => {
    const own = placing({ portraitXPercent: 0, portraitYPercent: 0, landscapeXPercent: 100, landscapeYPercent: 100 })
    expect(placeWatermark(portrait, logo, own)).toMatchObject({ left: 0, top: 0 })
    expect(placeWatermark({ width: 1000, height: 1010 }, logo, own)).toMatchObject({ left: 800, top: 943 })
  })

  it('rule 17 a variant of a nearly square photo uses the position of the photo', () => {
    const [photo, small] = [
      { width: 2000, height: 2021 },
      { width: 475, height: 479 },
    ]
    const own = placing({ portraitXPercent: 0, landscapeXPercent: 100 })
    expect([orientationOf(photo), orientationOf(small)]).toEqual(['portrait', 'square'])
    expect(placeWatermark(small, logo, own, photo).left).toBe(0)
  })

  it('rule 41 stays within the picture, even for narrow logos and small pictures', () => {
    for (const mark of [logo, { width: 20, height: 4000 }, { width: 4000, height: 3 }, { width: 1, height: 1 }])
      for (const picture of [landscape, portrait, { width: 7, height: 3 }, { width: 1, height: 900 }])
        for (const widthPercent of [5, 33, 50])
          for (const share of [0, 1, 50, 99.9, 100]) {
            const all = { landscapeXPercent: share, landscapeYPercent: share }
            const at = placeWatermark(
              picture,
              mark,
              placing({ ...all, widthPercent, portraitXPercent: share, portraitYPercent: share }),
            )
            expect([at.left, at.top].every(from => from >= 0)).toBe(true)
            expect(at.left + at.width).toBeLessThanOrEqual(picture.width)
            expect(at.top + at.height).toBeLessThanOrEqual(picture.height)
            expect([at.width, at.height].every(pixels => pixels >= 1 && Number.isInteger(pixels))).toBe(true)
          }
  })

  it('S-WM-10 dragging yields percentages limited to 0 to 100', () => {
    const size = { width: 300, height: 100 }
    expect(positionPercentagesAt(landscape, { ...size, left: 300, top: 675 })).toEqual({ x: 25, y: 75 })
    expect(positionPercentagesAt(landscape, { ...size, left: -40, top: 5000 })).toEqual({ x: 0, y: 100 })
    expect(positionPercentagesAt(landscape, { width: 1500, height: 1000, left: 0, top: 0 })).toEqual({ x: 50, y: 50 })
  })
})
