import { pathOf } from '../../../ui/qr/qr.ts'

/** Large enough for print: about 600 px for a usual address. */
const PIXELS = 16

/** A vector file that prints sharp at any size. */
export function svgFile(modules: boolean[][]): Blob {
  const size = modules.length
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="white"/><path d="${pathOf(modules)}"/></svg>`
  return new Blob([svg], { type: 'image/svg+xml' })
}

/** A bitmap for programs without SVG support. */
export function pngFile(modules: boolean[][]): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = modules.length * PIXELS
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = 'black'
  modules.forEach((row, y) =>
    row.forEach((isDark, x) => isDark && context.fillRect(x * PIXELS, y * PIXELS, PIXELS, PIXELS)),
  )
  return new Promise(resolve => canvas.toBlob(resolve, 'image/png'))
}
