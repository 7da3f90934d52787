import { Blob } from 'node:buffer'
import { crc32, deflateRawSync } from 'node:zlib'
import { readZipEntries } from './zip-entries.ts'

type Member = { name: string; bytes: Buffer; isPacked?: boolean; isLong?: boolean }

const createHeader = (signature: number, size: number, fields: [offset: number, bytes: 2 | 4, value: number][]) => {
  const bytes = Buffer.alloc(size)
  bytes.writeUInt32LE(signature)
  for (const [offset, width, value] of fields) bytes.writeUIntLE(value, offset, width)
  return bytes
}
const createZip64Field = (...values: number[]) => {
  const bytes = Buffer.alloc(4 + 8 * values.length)
  bytes.writeUInt16LE(1)
  bytes.writeUInt16LE(8 * values.length, 2)
  values.forEach((value, i) => bytes.writeBigUInt64LE(BigInt(value), 4 + 8 * i))
  return bytes
}

/** A ZIP by the specification, optionally with 64-bit fields. */
function zipOf(members: Member[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  const currentOffset = () => parts.reduce((sum, { length }) => sum + length, 0)
  for (const { name, bytes, isPacked = false, isLong = false } of members) {
    const content = isPacked ? deflateRawSync(bytes) : bytes
    const [offset, sum] = [currentOffset(), crc32(bytes)]
    const local: [number, 2 | 4, number][] = [
      ...([8, 14, 18, 22, 26] as const).map((field, i): [number, 2 | 4, number] => [
        field,
        i === 0 || i === 4 ? 2 : 4,
        [isPacked ? 8 : 0, sum, content.length, bytes.length, Buffer.byteLength(name)][i] ?? 0,
      ]),
    ]
    parts.push(createHeader(0x04034b50, 30, local), Buffer.from(name), content)
    const extra = isLong ? createZip64Field(bytes.length, content.length, offset) : Buffer.alloc(0)
    const number = (value: number) => (isLong ? 0xffffffff : value)
    directory.push(
      createHeader(0x02014b50, 46, [
        [10, 2, isPacked ? 8 : 0],
        [20, 4, number(content.length)],
        [24, 4, number(bytes.length)],
        [28, 2, Buffer.byteLength(name)],
        [30, 2, extra.length],
        [42, 4, number(offset)],
      ]),
      Buffer.from(name),
      extra,
    )
  }
  const [start, list] = [currentOffset(), Buffer.concat(directory)]
  const end = createHeader(0x06054b50, 22, [
    [12, 4, list.length],
    [16, 4, start],
  ])
  return Buffer.concat([...parts, list, end])
}
const blob = (bytes: Buffer) => new Blob([bytes]) as unknown as globalThis.Blob
const read = async (bytes: Buffer) => {
  const entries = await readZipEntries(blob(bytes))
  if (typeof entries === 'string') return entries
  return Promise.all(
    entries.map(async ({ path, content }) => [path, Buffer.from(await content.arrayBuffer()).toString()]),
  )
}
const [one, two] = [
  { name: 'Größe.jpg', bytes: Buffer.from('one') },
  { name: 'in/two.jpg', bytes: Buffer.from('and two') },
]

describe('rule 134 a ZIP that was not unpacked', () => {
  it('is read in place, also with 64-bit fields', async () => {
    const expected = [
      ['Größe.jpg', 'one'],
      ['in/two.jpg', 'and two'],
    ]
    expect(await read(zipOf([one, two]))).toEqual(expected)
    expect(await read(zipOf([one, { ...two, isLong: true }]))).toEqual(expected)
    expect(await read(zipOf([]))).toEqual([])
  })

  it('is incomplete without its end, and rejected if another program compressed it', async () => {
    expect(await read(zipOf([one, two]).subarray(0, -5))).toBe('incomplete')
    expect(await read(Buffer.from('no ZIP'))).toBe('incomplete')
    expect(await read(zipOf([one, { ...two, isPacked: true }]))).toBe('compressed')
  })
})
