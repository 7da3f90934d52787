import { deflateSync } from 'node:zlib'
import { HEIGHT, PATCHES, WIDTH } from './colour-files.ts'

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
export const page = (given: Partial<Page> = {}): Page => ({
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
export function tiff(pages: Page[], format: Partial<FileFormat> = {}): Buffer {
  return new Writer({ isLittleEndian: true, isBigTiff: false, ...format }).file(pages)
}

const RATIONAL = 5
class Writer {
  private readonly parts: Buffer[] = []
  private at: number

  constructor(private readonly format: FileFormat) {
    this.at = format.isBigTiff ? 16 : 8
  }

  file(pages: Page[]): Buffer {
    const { isLittleEndian, isBigTiff } = this.format
    const first = pages.reduceRight((next, one) => this.directory(one, next), 0)
    const numbers = isBigTiff ? [this.number(43, 2), this.number(8, 2), this.number(0, 2)] : [this.number(42, 2)]
    return Buffer.concat([
      Buffer.from(isLittleEndian ? 'II' : 'MM'),
      ...numbers,
      this.number(first, isBigTiff ? 8 : 4),
      ...this.parts,
    ])
  }

  private directory(one: Page, next: number): number {
    const children = one.children.map(child => this.directory(child, 0))
    const perSample = (value: number): number[] => Array<number>(one.samples).fill(value)
    const chunks = [...this.chunks(one)].map(chunk => [this.add(chunk), chunk.length])
    const [offsets, sizes] = [0, 1].map(index => chunks.map(chunk => chunk[index] ?? 0)) as [number[], number[]]
    const size = one.tile || one.height
    const entries: Page['tags'] = [
      [254, 4, [one.subfile]],
      [256, 4, [one.width]],
      [257, 4, [one.height]],
      [258, 3, perSample(one.bits)],
      [259, 3, [one.compression]],
      [262, 3, [one.photometric]],
      [277, 3, [one.samples]],
      [284, 3, [one.planar]],
      [339, 3, perSample(one.format)],
      ...(one.extra.length > 0 ? ([[338, 3, one.extra]] as Page['tags']) : []),
      ...(children.length > 0 ? ([[330, 4, children]] as Page['tags']) : []),
      ...((one.tile
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
      ...one.tags,
    ]
    const field = this.format.isBigTiff ? 8 : 4
    const rows = entries
      .toSorted(([a], [b]) => a - b)
      .map(([tag, type, values]) => {
        const body = Buffer.concat(values.map(value => this.valueOfTag(value, type)))
        const position =
          body.length > field
            ? this.number(this.add(body), field)
            : Buffer.concat([body, Buffer.alloc(field - body.length)])
        return Buffer.concat([this.number(tag, 2), this.number(type, 2), this.number(values.length, field), position])
      })
    return this.add(
      Buffer.concat([this.number(rows.length, this.format.isBigTiff ? 8 : 2), ...rows, this.number(next, field)]),
    )
  }

  private *chunks(one: Page): Generator<Buffer> {
    const all = Array.from({ length: one.samples }, (_, sample) => sample)
    const size = { width: one.tile || one.width, height: one.tile || one.height }
    for (const plane of one.planar === 2 ? all.map(sample => [sample]) : [all])
      for (let y = 0; y < one.height; y += size.height)
        for (let x = 0; x < one.width; x += size.width) {
          const rows = Array.from({ length: size.height }, (_, row) => this.row(one, plane, [x, y + row, size.width]))
          yield one.compression === 8 ? deflateSync(Buffer.concat(rows)) : Buffer.concat(rows)
        }
  }

  private row(one: Page, plane: number[], [left, y, width]: [number, number, number]): Buffer {
    const values = Array.from({ length: width }, (_, x) => plane.map(sample => one.value(left + x, y, sample))).flat()
    if (one.bits >= 8 && one.bits !== 12) return Buffer.concat(values.map(value => this.sample(value, one)))
    const maxValue = 2 ** one.bits - 1
    const bits = values
      .map(value =>
        Math.round((value / 255) * maxValue)
          .toString(2)
          .padStart(one.bits, '0'),
      )
      .join('')
    return Buffer.from((bits.match(/.{1,8}/g) ?? []).map(byte => Number.parseInt(byte.padEnd(8, '0'), 2)))
  }

  private sample(value: number, { bits, format }: Page): Buffer {
    const bytes = Buffer.alloc(bits / 8)
    if (format === 3 && bits === 64) bytes.writeDoubleLE(value / 255)
    else if (format === 3) bytes.writeFloatLE(value / 255)
    else bytes.writeUIntLE(Math.round((value / 255) * (2 ** (format === 2 ? bits - 1 : bits) - 1)), 0, bits / 8)
    return this.format.isLittleEndian ? bytes : bytes.reverse()
  }

  private valueOfTag(value: number, type: number): Buffer {
    if (type !== RATIONAL) return this.number(value, { 3: 2, 7: 1 }[type] ?? 4)
    return Buffer.concat([this.number(Math.round(value * 1e6), 4), this.number(1e6, 4)])
  }

  private number(value: number, size: number): Buffer {
    const bytes = Buffer.alloc(size)
    bytes.writeUIntLE(value, 0, Math.min(size, 6))
    return this.format.isLittleEndian ? bytes : bytes.reverse()
  }

  private add(part: Buffer): number {
    const position = this.at
    this.parts.push(part, Buffer.alloc(part.length & 1))
    this.at += part.length + (part.length & 1)
    return position
  }
}
