type Box = { type: string; start: number; end: number }

/** Yields the children of a box, up to the first incomplete one. */
export function* boxes(file: Buffer, start: number, end: number): Generator<Box> {
  for (let at = start; at + 8 <= end;) {
    let [size, head] = [file.readUInt32BE(at), 8]
    if (size === 1 && at + 16 <= end) [size, head] = [Number(file.readBigUInt64BE(at + 8)), 16]
    if (size === 0) size = end - at
    if (size < head || at + size > end) return
    yield { type: file.toString('latin1', at + 4, at + 8), start: at + head, end: at + size }
    at += size
  }
}

export function inside(file: Buffer, outer: Box | undefined, ...path: string[]): Box | undefined {
  const [type, ...deeper] = path
  if (!outer || type === undefined) return outer
  const found = [...boxes(file, outer.start, outer.end)].find(box => box.type === type)
  return inside(file, found, ...deeper)
}

type Sample = { width: number; height: number; hvcC: Buffer; bytes: Buffer }

/**
 * Converts a HEIC sequence (a series of pictures in MP4 boxes) to a HEIC file of its first picture. libheif reads pictures only, and the
 * first sample of a track is a complete one. Returns undefined if there is none.
 */
export function firstOfSequence(file: Buffer): Buffer | undefined {
  try {
    const sample = firstSample(file)
    return sample && still(sample)
  } catch (error) {
    if (error instanceof RangeError) return undefined // a table is shorter than it states
    throw error
  }
}

function firstSample(file: Buffer): Sample | undefined {
  const moov = inside(file, { type: '', start: 0, end: file.length }, 'moov')
  if (!moov) return undefined
  for (const track of boxes(file, moov.start, moov.end)) {
    const table = track.type === 'trak' ? inside(file, track, 'mdia', 'minf', 'stbl') : undefined
    const kind = table && kindOf(file, table)
    const bytes = table && firstBytes(file, table)
    if (kind && bytes) return { ...kind, bytes }
  }
  return undefined
}

function kindOf(file: Buffer, table: Box): Omit<Sample, 'bytes'> | undefined {
  const kinds = inside(file, table, 'stsd')
  const entry = kinds && [...boxes(file, kinds.start + 8, kinds.end)].find(({ type }) => type === 'hvc1')
  // the boxes of the entry follow the fields that all picture tracks have
  const config = entry && [...boxes(file, entry.start + 78, entry.end)].find(({ type }) => type === 'hvcC')
  if (!entry || !config) return undefined
  const [width, height] = [file.readUInt16BE(entry.start + 24), file.readUInt16BE(entry.start + 26)]
  return { width, height, hvcC: file.subarray(config.start, config.end) }
}

function firstBytes(file: Buffer, table: Box): Buffer | undefined {
  const [sizes, near, far] = ['stsz', 'stco', 'co64'].map(type => inside(file, table, type))
  if (!sizes) return undefined
  const size = file.readUInt32BE(sizes.start + 4) || file.readUInt32BE(sizes.start + 12)
  let at = file.length
  if (near) at = file.readUInt32BE(near.start + 8)
  else if (far) at = Number(file.readBigUInt64BE(far.start + 8))
  return size > 0 && at + size <= file.length ? file.subarray(at, at + size) : undefined
}

const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255])
const u32 = (value: number): Buffer => Buffer.from([value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255])
const text = (value: string): Buffer => Buffer.from(value, 'latin1')
function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), text(type), body])
}
const fullBox = (type: string, version: number, ...parts: Buffer[]): Buffer => box(type, u32(version << 24), ...parts)

/** Builds a HEIC file (ISO 23008-12) with one item, its two properties and the location of its bytes. */
function still({ width, height, hvcC, bytes }: Sample): Buffer {
  const brand = box('ftyp', text('heic'), u32(0), text('mif1heic'))
  const properties = box('ipco', box('hvcC', hvcC), fullBox('ispe', 0, u32(width), u32(height)))
  const use = fullBox('ipma', 0, u32(1), u16(1), Buffer.from([2, 0x81, 2]))
  const meta = (offset: number): Buffer =>
    fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, u32(0), text('pict'), Buffer.alloc(13)),
      fullBox('pitm', 0, u16(1)),
      fullBox('iloc', 0, u16(0x4400), u16(1), u16(1), u16(0), u16(1), u32(offset), u32(bytes.length)),
      fullBox('iinf', 0, u16(1), fullBox('infe', 2, u16(1), u16(0), text('hvc1\0'))),
      box('iprp', properties, use),
    )
  const offset = brand.length + meta(0).length + 8
  return Buffer.concat([brand, meta(offset), box('mdat', bytes)])
}
