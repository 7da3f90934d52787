import {
  clampView,
  doubleClickScale,
  fitScale,
  fitView,
  isBeyondLarge,
  isFitView,
  isNearlyFitView,
  panBy,
  scaleToPercent,
  pinch,
  findNextZoomStop,
  toCssTransform,
  wheelZoomFactor,
  zoomAt,
  type StageGeometry,
  type Point,
  type PictureView,
} from './zoom.ts'

const desktop: StageGeometry = {
  stage: { width: 1200, height: 800 },
  picture: { width: 6000, height: 4000 },
  density: 1,
}
const phone: StageGeometry = { stage: { width: 390, height: 700 }, picture: { width: 4000, height: 6000 }, density: 3 }
const small: StageGeometry = { ...desktop, picture: { width: 600, height: 400 } }

/** The pixel of the picture, from its middle, at a point of the stage. */
const pixelAt = ({ scale, x, y }: PictureView, at: Point) => ({ x: (at.x - x) / scale, y: (at.y - y) / scale })

describe('fitting', () => {
  it('is as large as the stage allows, and never larger than the picture', () => {
    expect(fitScale(desktop)).toBe(0.2)
    expect(fitScale(phone)).toBe(390 / 4000)
    expect(fitScale(small)).toBe(1)
    expect(isFitView(desktop, fitView(desktop))).toBe(true)
  })

  it('percent are pixels of the picture on pixels of the screen', () => {
    expect(scaleToPercent(desktop, 0.2)).toBe(20)
    expect(scaleToPercent(phone, 1 / 3)).toBe(100)
  })
})

describe('zooming', () => {
  it.each([
    [0, 0],
    [300, -200],
    [-10, 35],
  ])('the pixel at %i, %i stays there', (x, y) => {
    const at = { x, y }
    const before = zoomAt(desktop, fitView(desktop), 0.8, { x: 0, y: 0 })
    const after = zoomAt(desktop, before, 1.6, at)
    expect(after.scale).toBe(1.6)
    expect(pixelAt(after, at).x).toBeCloseTo(pixelAt(before, at).x, 6)
    expect(pixelAt(after, at).y).toBeCloseTo(pixelAt(before, at).y, 6)
  })

  it('is limited to 400 %, and to the fitting size', () => {
    expect(zoomAt(desktop, fitView(desktop), 99, { x: 0, y: 0 }).scale).toBe(4)
    expect(scaleToPercent(phone, zoomAt(phone, fitView(phone), 99, { x: 0, y: 0 }).scale)).toBe(400)
    expect(zoomAt(desktop, { scale: 1, x: 400, y: 90 }, 0.01, { x: 50, y: 50 })).toEqual({ scale: 0.2, x: 0, y: 0 })
  })

  it('a picture smaller than the stage is magnified up to four times its size', () => {
    expect(zoomAt(small, fitView(small), 99, { x: 0, y: 0 }).scale).toBe(4)
    expect(doubleClickScale(small)).toBe(2)
  })

  it('a double click shows the picture at its own pixels', () => {
    expect(doubleClickScale(desktop)).toBe(1)
    expect(doubleClickScale(phone)).toBe(1 / 3)
  })

  it('the buttons stop at round percentages between fitting and 400', () => {
    const stops: number[] = []
    let scale = fitScale(desktop)
    for (let n = 0; n < 20 && scale < 4; n++)
      stops.push(scaleToPercent(desktop, (scale = findNextZoomStop(desktop, scale, 1))))
    expect(stops).toEqual([25, 33, 50, 67, 100, 150, 200, 300, 400])
    expect(findNextZoomStop(desktop, 4, 1)).toBe(4)
    expect(findNextZoomStop(desktop, 0.9, -1)).toBe(0.67)
    expect(findNextZoomStop(desktop, 0.22, -1)).toBe(0.2)
    expect(findNextZoomStop(desktop, 0.2, -1)).toBe(0.2)
  })

  it('a wheel zooms in upwards, never in a jump', () => {
    expect(wheelZoomFactor(-4)).toBeCloseTo(1.04, 2)
    expect(wheelZoomFactor(4)).toBeLessThan(1)
    expect(wheelZoomFactor(-1200)).toBeLessThan(1.7)
    expect(wheelZoomFactor(-30) * wheelZoomFactor(30)).toBeCloseTo(1)
  })
})

describe('moving', () => {
  it('stops at the edges of the picture', () => {
    // 2400 x 1600 on a stage of 1200 x 800
    const view: PictureView = { scale: 0.4, x: 0, y: 0 }
    expect(panBy(desktop, view, { x: 250, y: -90 })).toEqual({ scale: 0.4, x: 250, y: -90 })
    expect(panBy(desktop, view, { x: 9999, y: -9999 })).toEqual({ scale: 0.4, x: 600, y: -400 })
  })

  it('keeps a picture narrower than the stage in the middle', () => {
    const tower: StageGeometry = { ...desktop, picture: { width: 500, height: 5000 } }
    expect(panBy(tower, { scale: 0.5, x: 0, y: 0 }, { x: 100, y: 100 })).toEqual({ scale: 0.5, x: 0, y: 100 })
  })

  it('adapts to a resized window', () => {
    const resized: StageGeometry = { ...desktop, stage: { width: 2000, height: 500 } }
    expect(clampView(resized, { scale: 0.4, x: 600, y: -400 })).toEqual({ scale: 0.4, x: 200, y: -400 })
  })
})

describe('pinching', () => {
  const startPoints = [
    { x: -50, y: 0 },
    { x: 50, y: 0 },
  ] as const
  const startView: PictureView = { scale: 0.5, x: 0, y: 0 }

  it('moves the points under both fingers with them', () => {
    const endPoints = [
      { x: -60, y: 40 },
      { x: 140, y: 40 },
    ] as const
    const after = pinch(desktop, startView, startPoints, endPoints)
    expect(after.scale).toBe(1)
    for (const finger of [0, 1] as const) {
      expect(pixelAt(after, endPoints[finger]).x).toBeCloseTo(pixelAt(startView, startPoints[finger]).x, 6)
      expect(pixelAt(after, endPoints[finger]).y).toBeCloseTo(pixelAt(startView, startPoints[finger]).y, 6)
    }
  })

  it('grows from fitting with the smallest moves, and snaps back if it ends close to it', () => {
    const nudged = pinch(desktop, fitView(desktop), startPoints, [
      { x: -50, y: 0 },
      { x: 50.5, y: 0 },
    ])
    expect(isFitView(desktop, nudged)).toBe(false)
    expect(isNearlyFitView(desktop, nudged)).toBe(true)
  })

  it('two fingers at one point cause no division by zero', () => {
    const point = { x: 3, y: 3 }
    expect(Number.isFinite(pinch(desktop, startView, [point, point], startPoints).scale)).toBe(true)
  })
})

it('the full-size picture is requested once the large variant has too few pixels', () => {
  expect(isBeyondLarge(desktop, 0.2)).toBe(false)
  expect(isBeyondLarge(desktop, 0.43)).toBe(false)
  expect(isBeyondLarge(desktop, 0.45)).toBe(true)
  expect(isBeyondLarge(phone, 390 / 4000)).toBe(false)
  expect(isBeyondLarge(phone, 0.2)).toBe(true)
  expect(isBeyondLarge(small, 4)).toBe(false)
})

it('the transform is relative to the fitting picture', () => {
  expect(toCssTransform(desktop, { scale: 1, x: 10, y: -20 })).toBe('translate(10px, -20px) scale(5)')
})
