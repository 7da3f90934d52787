import type { Locator, Page } from 'playwright-core'

export type Color = { red: number; green: number; blue: number }

/** The painted color as bytes, from any CSS color including oklch() and light-dark(). */
export const colorOf = (thing: Locator, property: 'color' | 'background-color'): Promise<Color> =>
  thing.evaluate((element, name) => {
    const pixel = new OffscreenCanvas(1, 1).getContext('2d')
    if (!pixel) throw new Error('no canvas')
    pixel.fillStyle = getComputedStyle(element).getPropertyValue(name)
    pixel.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = pixel.getImageData(0, 0, 1, 1).data
    return { red, green, blue }
  }, property)

export async function boxOf(thing: Locator) {
  const box = await thing.boundingBox()
  if (!box) throw new Error('not on screen')
  return box
}

export const scrollTop = (thing: Locator) => thing.evaluate(() => window.scrollY)

/** Whether the picture is loaded. */
export const isPainted = (thing: Locator) =>
  thing.evaluate(element => {
    const image = element instanceof HTMLImageElement ? element : element.querySelector('img')
    return image !== null && image.complete && image.naturalWidth > 0
  })

/**
 * The layout shift since the page was opened (CLS). Entries are delivered in order, so the mark arrives after all shifts that were
 * painted before it.
 */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    return new Promise<number>(resolve => {
      let sum = 0
      const observer = new PerformanceObserver(list => {
        for (const entry of list.getEntriesByType('layout-shift'))
          sum += (entry as PerformanceEntry & { value: number }).value
        if (list.getEntriesByName('all shifts so far').length) resolve(sum)
      })
      observer.observe({ type: 'layout-shift', buffered: true })
      observer.observe({ type: 'mark' })
      performance.mark('all shifts so far')
    })
  })
