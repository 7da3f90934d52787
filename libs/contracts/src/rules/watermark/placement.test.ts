import { placeWatermark, orientationOf, positionPercentagesAt, type PlacementSettings } from './placement.ts'

const createSettings = (overrides: Partial<PlacementSettings> = {}): PlacementSettings => ({
  opacity: 0.35,
  widthPercent: 20,
  portraitXPercent: 50,
  portraitYPercent: 50,
  landscapeXPercent: 50,
  landscapeYPercent: 50,
  ...overrides,
})
const landscape = { width: 1500, height: 1000 }
const portrait = { width: 1000, height: 1500 }
const logo = { width: 600, height: 200 }

describe('the placement of a watermark', () => {
  it('S-WM-13 defaults to the center, 20 % of the width and opacity 0.35', () => {
    expect(placeWatermark(landscape, logo, createSettings())).toEqual({
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
  ])('rule 41 X %i and Y %i are percentages of the free space', (x, y, left, top) => {
    const placement = placeWatermark(landscape, logo, createSettings({ landscapeXPercent: x, landscapeYPercent: y }))
    expect(placement).toMatchObject({ left, top })
  })

  it('rule 41 the width is a percentage of the picture width for every shape', () => {
    expect(placeWatermark(portrait, logo, createSettings({ widthPercent: 50 }))).toMatchObject({
      width: 500,
      height: 167,
    })
  })

  it('rule 41 portrait and landscape have separate positions, and square photos use that of landscape', () => {
    const settings = createSettings({
      portraitXPercent: 0,
      portraitYPercent: 0,
      landscapeXPercent: 100,
      landscapeYPercent: 100,
    })
    expect(placeWatermark(portrait, logo, settings)).toMatchObject({ left: 0, top: 0 })
    expect(placeWatermark({ width: 1000, height: 1010 }, logo, settings)).toMatchObject({ left: 800, top: 943 })
  })

  it('rule 17 a variant of a nearly square photo uses the position of the photo', () => {
    const [photo, variant] = [
      { width: 2000, height: 2021 },
      { width: 475, height: 479 },
    ]
    const settings = createSettings({ portraitXPercent: 0, landscapeXPercent: 100 })
    expect([orientationOf(photo), orientationOf(variant)]).toEqual(['portrait', 'square'])
    expect(placeWatermark(variant, logo, settings, photo).left).toBe(0)
  })

  it('rule 41 stays within the picture, even for narrow logos and small pictures', () => {
    for (const logoSize of [logo, { width: 20, height: 4000 }, { width: 4000, height: 3 }, { width: 1, height: 1 }])
      for (const picture of [landscape, portrait, { width: 7, height: 3 }, { width: 1, height: 900 }])
        for (const widthPercent of [5, 33, 50])
          for (const percent of [0, 1, 50, 99.9, 100]) {
            const landscapePosition = { landscapeXPercent: percent, landscapeYPercent: percent }
            const placement = placeWatermark(
              picture,
              logoSize,
              createSettings({
                ...landscapePosition,
                widthPercent,
                portraitXPercent: percent,
                portraitYPercent: percent,
              }),
            )
            expect([placement.left, placement.top].every(from => from >= 0)).toBe(true)
            expect(placement.left + placement.width).toBeLessThanOrEqual(picture.width)
            expect(placement.top + placement.height).toBeLessThanOrEqual(picture.height)
            expect([placement.width, placement.height].every(pixels => pixels >= 1 && Number.isInteger(pixels))).toBe(
              true,
            )
          }
  })

  it('S-WM-10 dragging yields percentages limited to 0 to 100', () => {
    const size = { width: 300, height: 100 }
    expect(positionPercentagesAt(landscape, { ...size, left: 300, top: 675 })).toEqual({ x: 25, y: 75 })
    expect(positionPercentagesAt(landscape, { ...size, left: -40, top: 5000 })).toEqual({ x: 0, y: 100 })
    expect(positionPercentagesAt(landscape, { width: 1500, height: 1000, left: 0, top: 0 })).toEqual({ x: 50, y: 50 })
  })
})
