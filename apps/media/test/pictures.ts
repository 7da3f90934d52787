import sharp from 'sharp'

/** Pixels of a block's edge, so that the sum is quick whatever the picture's size. */
const FINE = 40

/** Means of red, green and blue over a grid of blocks. */
export async function blocks(path: string | Buffer, side = 4): Promise<number[]> {
  const image = sharp(path).removeAlpha().toColourspace('srgb')
  const { width, height } = await image.metadata()
  const isTiny = Math.max(width, height) < FINE
  const size = isTiny ? { width: width * side, height: height * side } : { width: side * FINE, height: side * FINE }
  const resized = image.resize({ ...size, fit: 'fill', kernel: isTiny ? 'nearest' : 'lanczos3' })
  const { data, info } = await resized.raw().toBuffer({ resolveWithObject: true })
  const sums = new Float64Array(side * side * 3)
  const [blockWidth, blockHeight] = [info.width / side, info.height / side]
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++) {
      const block = Math.floor(y / blockHeight) * side + Math.floor(x / blockWidth)
      for (let channel = 0; channel < 3; channel++)
        sums[block * 3 + channel]! += data[(y * info.width + x) * info.channels + channel]!
    }
  return [...sums].map(sum => sum / (blockWidth * blockHeight))
}

export const greatestDifference = (one: number[], other: number[]): number =>
  Math.max(...one.map((value, at) => Math.abs(value - (other[at] ?? Number.NaN))))
export const meanDifference = (one: number[], other: number[]): number =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? Number.NaN)), 0) / one.length
