export type Box = { type: string; start: number; end: number }

/** Yields the boxes between `start` and `end`, up to the first incomplete one. */
export function* readBoxes(file: Buffer, start: number, end: number): Generator<Box> {
  for (let offset = start; offset + 8 <= end;) {
    let [size, head] = [file.readUInt32BE(offset), 8]
    if (size === 1 && offset + 16 <= end) [size, head] = [Number(file.readBigUInt64BE(offset + 8)), 16]
    if (size === 0) size = end - offset
    if (size < head || offset + size > end) return
    yield { type: file.toString('latin1', offset + 4, offset + 8), start: offset + head, end: offset + size }
    offset += size
  }
}

export function findBox(file: Buffer, outer: Box | undefined, ...path: string[]): Box | undefined {
  const [type, ...deeper] = path
  if (!outer || type === undefined) return outer
  const inner = [...readBoxes(file, outer.start, outer.end)].find(box => box.type === type)
  return findBox(file, inner, ...deeper)
}

type SequenceSample = { width: number; height: number; hvcC: Buffer; bytes: Buffer }

/**
 * Converts a HEIC sequence (pictures in MP4 boxes) to a HEIC file with its first picture, because libheif does not support sequences.
 * Returns undefined if the file contains no such picture.
 */
export function extractFirstPicture(file: Buffer): Buffer | undefined {
  try {
    const sample = readFirstSample(file)
    return sample && createHeicFile(sample)
  } catch (error) {
    if (error instanceof RangeError) return undefined // a table is truncated
    throw error
  }
}

function readFirstSample(file: Buffer): SequenceSample | undefined {
  const moov = findBox(file, { type: '', start: 0, end: file.length }, 'moov')
  if (!moov) return undefined
  for (const track of readBoxes(file, moov.start, moov.end)) {
    const table = track.type === 'trak' ? findBox(file, track, 'mdia', 'minf', 'stbl') : undefined
    const kind = table && readSampleFormat(file, table)
    const bytes = table && readSampleBytes(file, table)
    if (kind && bytes) return { ...kind, bytes }
  }
  return undefined
}

function readSampleFormat(file: Buffer, table: Box): Omit<SequenceSample, 'bytes'> | undefined {
  const kinds = findBox(file, table, 'stsd')
  const entry = kinds && [...readBoxes(file, kinds.start + 8, kinds.end)].find(({ type }) => type === 'hvc1')
  // the boxes of the entry follow 78 bytes of fixed fields
  const config = entry && [...readBoxes(file, entry.start + 78, entry.end)].find(({ type }) => type === 'hvcC')
  if (!entry || !config) return undefined
  const [width, height] = [file.readUInt16BE(entry.start + 24), file.readUInt16BE(entry.start + 26)]
  return { width, height, hvcC: file.subarray(config.start, config.end) }
}

function readSampleBytes(file: Buffer, table: Box): Buffer | undefined {
  const [sizes, offsets32, offsets64] = ['stsz', 'stco', 'co64'].map(type => findBox(file, table, type))
  if (!sizes) return undefined
  const size = file.readUInt32BE(sizes.start + 4) || file.readUInt32BE(sizes.start + 12)
  let offset = file.length
  if (offsets32) offset = file.readUInt32BE(offsets32.start + 8)
  else if (offsets64) offset = Number(file.readBigUInt64BE(offsets64.start + 8))
  return size > 0 && offset + size <= file.length ? file.subarray(offset, offset + size) : undefined
}

const encodeU16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255])
const encodeU32 = (value: number): Buffer =>
  Buffer.from([value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255])
const encodeText = (value: string): Buffer => Buffer.from(value, 'latin1')
function encodeBox(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([encodeU32(body.length + 8), encodeText(type), body])
}
const encodeFullBox = (type: string, version: number, ...parts: Buffer[]): Buffer =>
  encodeBox(type, encodeU32(version << 24), ...parts)

/** Builds a HEIC file (ISO 23008-12) with one picture, its two properties and the location of its bytes. */
function createHeicFile({ width, height, hvcC, bytes }: SequenceSample): Buffer {
  const brand = encodeBox('ftyp', encodeText('heic'), encodeU32(0), encodeText('mif1heic'))
  const properties = encodeBox(
    'ipco',
    encodeBox('hvcC', hvcC),
    encodeFullBox('ispe', 0, encodeU32(width), encodeU32(height)),
  )
  const use = encodeFullBox('ipma', 0, encodeU32(1), encodeU16(1), Buffer.from([2, 0x81, 2]))
  const meta = (offset: number): Buffer =>
    encodeFullBox(
      'meta',
      0,
      encodeFullBox('hdlr', 0, encodeU32(0), encodeText('pict'), Buffer.alloc(13)),
      encodeFullBox('pitm', 0, encodeU16(1)),
      encodeFullBox(
        'iloc',
        0,
        encodeU16(0x4400),
        encodeU16(1),
        encodeU16(1),
        encodeU16(0),
        encodeU16(1),
        encodeU32(offset),
        encodeU32(bytes.length),
      ),
      encodeFullBox(
        'iinf',
        0,
        encodeU16(1),
        encodeFullBox('infe', 2, encodeU16(1), encodeU16(0), encodeText('hvc1\0')),
      ),
      encodeBox('iprp', properties, use),
    )
  const offset = brand.length + meta(0).length + 8
  return Buffer.concat([brand, meta(offset), encodeBox('mdat', bytes)])
}
