import { inflateSync } from 'node:zlib'
import { rgbaToThumbHash } from 'thumbhash'
import { createPlaceholderUrl } from './placeholder.ts'

const EDGE = 32
type Pixel = [number, number, number]

const hashOf = (pixelAt: (x: number, y: number) => Pixel) => {
  const rgba = Array.from({ length: EDGE * EDGE }, (_, n) => [...pixelAt(n % EDGE, Math.floor(n / EDGE)), 255]).flat()
  return Buffer.from(rgbaToThumbHash(EDGE, EDGE, rgba)).toString('base64')
}

/** The pixels of a PNG with unfiltered rows. */
function pixelsOf(url = ''): Pixel[] {
  const png = Buffer.from(url.replace(/^.*,/, ''), 'base64')
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const rows = inflateSync(png.subarray(png.indexOf('IDAT') + 4))
  const at = (n: number) => 1 + Math.floor(n / width) * (width * 4 + 1) + (n % width) * 4
  return Array.from({ length: width * height }, (_, n) => [...rows.subarray(at(n), at(n) + 3)] as Pixel)
}
const chroma = (pixel: Pixel) => Math.max(...pixel) - Math.min(...pixel)
const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

it('gray stays gray: the tint of the hash is invisible', () => {
  const pixels = pixelsOf(
    createPlaceholderUrl(hashOf((x, y) => [x * 7, x * 7, x * 7].map(v => (v + y) % 256) as Pixel)),
  )
  expect(Math.max(...pixels.map(chroma))).toBeLessThanOrEqual(4)
})

it('a small red object on gray does not tint its surroundings', () => {
  const isRed = (x: number, y: number) => x < 8 && y < 8
  const pixels = pixelsOf(createPlaceholderUrl(hashOf((x, y) => (isRed(x, y) ? [220, 20, 20] : [120, 120, 120]))))
  const around = pixels.filter((_, n) => !isRed(n % EDGE, Math.floor(n / EDGE)))
  expect(mean(around.map(chroma))).toBeLessThan(20)
})

it('the placeholder of a colorful photo has its color and brightness', () => {
  const pixels = pixelsOf(createPlaceholderUrl(hashOf(() => [40, 90, 200])))
  const [red = 0, green = 0, blue = 0] = pixels[0] ?? []
  expect(blue).toBeGreaterThan(green)
  expect(green).toBeGreaterThan(red)
  expect(Math.abs((red + green + blue) / 3 - 110)).toBeLessThan(6)
})

it('an invalid hash has no placeholder', () => {
  expect(createPlaceholderUrl('')).toBeUndefined()
  expect(createPlaceholderUrl('%%%')).toBeUndefined()
})
