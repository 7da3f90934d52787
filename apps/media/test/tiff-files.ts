import { deflateSync } from 'node:zlib'
import { HEIGHT, PATCHES, WIDTH } from './color-files.ts'

/** Returns the value (0 to 255) of one sample of a pixel. */
export type SampleValue = (x: number, y: number, sample: number) => number
export const patchAt = (x: number): number[] => PATCHES[Math.floor((x * PATCHES.length) / WIDTH)] ?? []

export type Page = {
  samples: number
  bits: number
  /** The sample format: 1 is unsigned, 2 is signed, and 3 is floating point. */
  format: number
  photometric: number
  extra: number[]
  planar: number
  tile: number
  compression: number
  tags: [tag: number, type: number, values: number[]][]
  width: number
  height: number
  subfile: number
  value: SampleValue
  /** The pages in the sub-directories of this page. */
  children: Page[]
}
export const createPage = (given: Partial<Page> = {}): Page => ({
  samples: 3,
  bits: 8,
  format: 1,
  photometric: 2,
  extra: [],
  planar: 1,
  tile: 0,
  compression: 1,
  tags: [],
  width: WIDTH,
  height: HEIGHT,
  subfile: 0,
  children: [],
  value: (x, _y, sample) => patchAt(x)[sample] ?? 255,
  ...given,
})

type FileFormat = { isLittleEndian: boolean; isBigTiff: boolean }
/** Returns a TIFF or BigTIFF file with the given pages. */
export function createTiff(pages: Page[], format: Partial<FileFormat> = {}): Buffer {
  return new TiffWriter({ isLittleEndian: true, isBigTiff: false, ...format }).encodeFile(pages)
}

const RATIONAL = 5
class TiffWriter {
  private readonly parts: Buffer[] = []
  private nextPosition: number

  constructor(private readonly format: FileFormat) {
    this.nextPosition = format.isBigTiff ? 16 : 8
  }

  encodeFile(pages: Page[]): Buffer {
    const { isLittleEndian, isBigTiff } = this.format
    const first = pages.reduceRight((next, page) => this.addDirectory(page, next), 0)
    const numbers = (isBigTiff ? [43, 8, 0] : [42]).map(value => this.encodeNumber(value, 2))
    return Buffer.concat([
      Buffer.from(isLittleEndian ? 'II' : 'MM'),
      ...numbers,
      this.encodeNumber(first, isBigTiff ? 8 : 4),
      ...this.parts,
    ])
  }

  private addDirectory(page: Page, next: number): number {
    const children = page.children.map(child => this.addDirectory(child, 0))
    const perSample = (value: number): number[] => Array<number>(page.samples).fill(value)
    const chunks = [...this.encodeChunks(page)].map(chunk => [this.add(chunk), chunk.length])
    const [offsets, sizes] = [0, 1].map(index => chunks.map(chunk => chunk[index] ?? 0)) as [number[], number[]]
    const size = page.tile || page.height
    const entries: Page['tags'] = [
      [254, 4, [page.subfile]],
      [256, 4, [page.width]],
      [257, 4, [page.height]],
      [258, 3, perSample(page.bits)],
      [259, 3, [page.compression]],
      [262, 3, [page.photometric]],
      [277, 3, [page.samples]],
      [284, 3, [page.planar]],
      [339, 3, perSample(page.format)],
      ...(page.extra.length > 0 ? ([[338, 3, page.extra]] as Page['tags']) : []),
      ...(children.length > 0 ? ([[330, 4, children]] as Page['tags']) : []),
      ...((page.tile
        ? [
            [322, 4, [size]],
            [323, 4, [size]],
            [324, 4, offsets],
            [325, 4, sizes],
          ]
        : [
            [273, 4, offsets],
            [278, 4, [size]],
            [279, 4, sizes],
          ]) as Page['tags']),
      ...page.tags,
    ]
    const field = this.format.isBigTiff ? 8 : 4
    const rows = entries
      .toSorted(([a], [b]) => a - b)
      .map(([tag, type, values]) => {
        const body = Buffer.concat(values.map(value => this.encodeTagValue(value, type)))
        const position =
          body.length > field
            ? this.encodeNumber(this.add(body), field)
            : Buffer.concat([body, Buffer.alloc(field - body.length)])
        return Buffer.concat([
          this.encodeNumber(tag, 2),
          this.encodeNumber(type, 2),
          this.encodeNumber(values.length, field),
          position,
        ])
      })
    return this.add(
      Buffer.concat([
        this.encodeNumber(rows.length, this.format.isBigTiff ? 8 : 2),
        ...rows,
        this.encodeNumber(next, field),
      ]),
    )
  }

  private *encodeChunks(page: Page): Generator<Buffer> {
    const all = Array.from({ length: page.samples }, (_, sample) => sample)
    const size = { width: page.tile || page.width, height: page.tile || page.height }
    for (const plane of page.planar === 2 ? all.map(sample => [sample]) : [all])
      for (let y = 0; y < page.height; y += size.height)
        for (let x = 0; x < page.width; x += size.width) {
          const rows = Array.from({ length: size.height }, (_, row) =>
            this.encodeRow(page, plane, [x, y + row, size.width]),
          )
          yield page.compression === 8 ? deflateSync(Buffer.concat(rows)) : Buffer.concat(rows)
        }
  }

  private encodeRow(page: Page, plane: number[], [left, y, width]: [number, number, number]): Buffer {
    const values = Array.from({ length: width }, (_, x) => plane.map(sample => page.value(left + x, y, sample))).flat()
    if (page.bits >= 8 && page.bits !== 12) return Buffer.concat(values.map(value => this.encodeSample(value, page)))
    const maxValue = 2 ** page.bits - 1
    const bits = values
      .map(value =>
        Math.round((value / 255) * maxValue)
          .toString(2)
          .padStart(page.bits, '0'),
      )
      .join('')
    return Buffer.from((bits.match(/.{1,8}/g) ?? []).map(byte => Number.parseInt(byte.padEnd(8, '0'), 2)))
  }

  private encodeSample(value: number, { bits, format }: Page): Buffer {
    const bytes = Buffer.alloc(bits / 8)
    if (format === 3 && bits === 64) bytes.writeDoubleLE(value / 255)
    else if (format === 3) bytes.writeFloatLE(value / 255)
    else bytes.writeUIntLE(Math.round((value / 255) * (2 ** (format === 2 ? bits - 1 : bits) - 1)), 0, bits / 8)
    return this.format.isLittleEndian ? bytes : bytes.reverse()
  }

  private encodeTagValue(value: number, type: number): Buffer {
    if (type !== RATIONAL) return this.encodeNumber(value, { 3: 2, 7: 1 }[type] ?? 4)
    return Buffer.concat([this.encodeNumber(Math.round(value * 1e6), 4), this.encodeNumber(1e6, 4)])
  }

  private encodeNumber(value: number, size: number): Buffer {
    const bytes = Buffer.alloc(size)
    bytes.writeUIntLE(value, 0, Math.min(size, 6))
    return this.format.isLittleEndian ? bytes : bytes.reverse()
  }

  private add(part: Buffer): number {
    const position = this.nextPosition
    this.parts.push(part, Buffer.alloc(part.length & 1))
    this.nextPosition += part.length + (part.length & 1)
    return position
  }
}
