import { findJpegs } from './jpeg-scan.ts'

const createSegment = (marker: number, body: number[]): number[] => [0xff, marker, 0, body.length + 2, ...body]
const createFrame = (width: number, height: number, marker = 0xc0): number[] =>
  createSegment(marker, [8, height >> 8, height & 255, width >> 8, width & 255, 3, 1, 0x11, 0])
function createJpeg(width: number, height: number, { marker = 0xc0, app = [] as number[] } = {}): Buffer {
  const frame = createFrame(width, height, marker)
  const scan = [...createSegment(0xda, [1, 1, 0, 0, 63, 0]), 1, 2, 0xff, 0, 0xff, 0xd0, 3]
  return Buffer.from([0xff, 0xd8, ...createSegment(0xe1, app), ...frame, ...scan, 0xff, 0xd9])
}
const createNoise = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * 7919) & 0x7f))

describe('findJpegs', () => {
  it('L-FMT-09: finds the pictures inside a file, largest first, with their exact ends', () => {
    const [small, large] = [createJpeg(160, 120), createJpeg(4000, 3000)]
    const file = Buffer.concat([createNoise(100), small, createNoise(50), large, createNoise(30)])
    expect(findJpegs(file)).toEqual([
      { start: 150 + small.length, end: 150 + small.length + large.length, width: 4000, height: 3000 },
      { start: 100, end: 100 + small.length, width: 160, height: 120 },
    ])
  })

  it('ignores a thumbnail inside the EXIF of a picture', () => {
    const outer = createJpeg(1000, 800, { app: [...createJpeg(16, 12)] })
    expect(findJpegs(outer)).toMatchObject([{ start: 0, end: outer.length, width: 1000, height: 800 }])
  })

  it('ignores sensor data that is packed as lossless JPEG', () => {
    expect(findJpegs(createJpeg(4000, 3000, { marker: 0xc3 }))).toEqual([])
  })

  it('ends a truncated picture at the end of the file', () => {
    const cut = createJpeg(1000, 800).subarray(0, -4)
    expect(findJpegs(cut)).toMatchObject([{ start: 0, end: cut.length }])
  })

  it('ignores magic numbers without a picture', () => {
    const starts = Buffer.concat(Array.from({ length: 500 }, () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff])))
    expect(findJpegs(starts)).toEqual([])
    expect(findJpegs(Buffer.from([0xff, 0xd8, 0xff]))).toEqual([])
    expect(findJpegs(Buffer.alloc(0))).toEqual([])
  })
})
