import sharp from 'sharp'

/** Edge of a block in pixels, after scaling the picture. The value limits the time for the sums of large pictures. */
const BLOCK_EDGE = 40

/** Returns the mean red, green and blue of each block in a grid of `side` by `side` blocks. */
export async function computeBlockMeans(path: string | Buffer, side = 4): Promise<number[]> {
  const image = sharp(path).removeAlpha().toColorspace('srgb')
  const { width, height } = await image.metadata()
  const isTiny = Math.max(width, height) < BLOCK_EDGE
  const size = isTiny
    ? { width: width * side, height: height * side }
    : { width: side * BLOCK_EDGE, height: side * BLOCK_EDGE }
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
