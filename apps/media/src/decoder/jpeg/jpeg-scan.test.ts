import { findJpegs } from './jpeg-scan.ts'

const segment = (marker: number, body: number[]): number[] => [0xff, marker, 0, body.length + 2, ...body]
const frame = (width: number, height: number, marker = 0xc0): number[] =>
  segment(marker, [8, height >> 8, height & 255, width >> 8, width & 255, 3, 1, 0x11, 0])
function jpeg(width: number, height: number, { marker = 0xc0, app = [] as number[] } = {}): Buffer {
  const scan = [...segment(0xda, [1, 1, 0, 0, 63, 0]), 1, 2, 0xff, 0, 0xff, 0xd0, 3]
  return Buffer.from([0xff, 0xd8, ...segment(0xe1, app), ...frame(width, height, marker), ...scan, 0xff, 0xd9])
}
const noise = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * 7919) & 0x7f))

describe('findJpegs', () => {
  it('L-FMT-09: finds the pictures inside a file, largest first, with their exact ends', () => {
    const [small, large] = [jpeg(160, 120), jpeg(4000, 3000)]
    const file = Buffer.concat([noise(100), small, noise(50), large, noise(30)])
    expect(findJpegs(file)).toEqual([
      { start: 150 + small.length, end: 150 + small.length + large.length, width: 4000, height: 3000 },
      { start: 100, end: 100 + small.length, width: 160, height: 120 },
    ])
  })

  it('ignores a thumbnail inside the EXIF of a picture', () => {
    const outer = jpeg(1000, 800, { app: [...jpeg(16, 12)] })
    expect(findJpegs(outer)).toMatchObject([{ start: 0, end: outer.length, width: 1000, height: 800 }])
  })

  it('ignores sensor data that is packed as lossless JPEG', () => {
    expect(findJpegs(jpeg(4000, 3000, { marker: 0xc3 }))).toEqual([])
  })

  it('ends a truncated picture at the end of the file', () => {
    const cut = jpeg(1000, 800).subarray(0, -4)
    expect(findJpegs(cut)).toMatchObject([{ start: 0, end: cut.length }])
  })

  it('ignores magic numbers without a picture', () => {
    const starts = Buffer.concat(Array.from({ length: 500 }, () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff])))
    expect(findJpegs(starts)).toEqual([])
    expect(findJpegs(Buffer.from([0xff, 0xd8, 0xff]))).toEqual([])
    expect(findJpegs(Buffer.alloc(0))).toEqual([])
  })
})
