/** The entries of a ZIP, each a slice of the file: nothing is unpacked. */
export type ZipEntry = { path: string; content: Blob }
/** `incomplete`: its end is missing, as after an aborted download; `packed`: compressed by another program. */
export type ZipFault = 'incomplete' | 'packed'

const END = 0x06054b50
const ZIP64_LOCATOR = 0x07064b50
const ZIP64_END = 0x06064b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const LOCAL_SIZE = 30
const END_SIZE = 22
const LOCATOR_SIZE = 20
const EXTRA_ZIP64 = 1
const MAX_16 = 0xffff
const MAX_32 = 0xffffffff
/** The end record may be followed by a comment. */
const LONGEST_END = END_SIZE + MAX_16 + LOCATOR_SIZE
/** Larger than the directory of any gallery ZIP; a longer one is not from Daymark. */
const MAX_DIRECTORY = 64 * 1024 * 1024

const read = async (file: Blob, start: number, end: number) => new DataView(await file.slice(start, end).arrayBuffer())
const long = (view: DataView, at: number) => Number(view.getBigUint64(at, true))

/** PKWARE APPNOTE 4.3, as far as gallery ZIPs use it. */
export async function zipEntries(zip: Blob): Promise<ZipEntry[] | ZipFault> {
  const directory = await findDirectory(zip)
  if (!directory || directory.size > MAX_DIRECTORY) return 'incomplete'
  const view = await read(zip, directory.start, directory.start + directory.size)
  const entries: ZipEntry[] = []
  for (let at = 0; at + 46 <= view.byteLength && view.getUint32(at, true) === ENTRY;) {
    const entry = entryAt(view, at)
    if (entry === 'packed') return entry
    at = entry.next
    if (!entry.path.endsWith('/')) entries.push({ path: entry.path, content: await contentOf(zip, entry) })
  }
  return entries
}

async function findDirectory(zip: Blob): Promise<{ start: number; size: number } | null> {
  const from = Math.max(0, zip.size - LONGEST_END)
  const view = await read(zip, from, zip.size)
  for (let at = view.byteLength - END_SIZE; at >= 0; at--) {
    if (view.getUint32(at, true) !== END) continue
    const found = { size: view.getUint32(at + 12, true), start: view.getUint32(at + 16, true) }
    return (await longDirectory(zip, view, at - LOCATOR_SIZE)) ?? found
  }
  return null
}

async function longDirectory(zip: Blob, view: DataView, at: number) {
  if (at < 0 || view.getUint32(at, true) !== ZIP64_LOCATOR) return null
  const start = long(view, at + 8)
  const end = await read(zip, start, start + 56)
  if (end.byteLength < 56 || end.getUint32(0, true) !== ZIP64_END) return null
  return { size: long(end, 40), start: long(end, 48) }
}

type Entry = { path: string; size: number; offset: number; next: number }

function entryAt(view: DataView, at: number): Entry | 'packed' {
  const isStored = view.getUint16(at + 10, true) === 0 && (view.getUint16(at + 8, true) & 1) === 0
  if (!isStored) return 'packed'
  const [name, extra, comment] = [28, 30, 32].map(field => view.getUint16(at + field, true)) as [number, number, number]
  const path = new TextDecoder().decode(new Uint8Array(view.buffer, at + 46, name))
  const short = { size: view.getUint32(at + 24, true), offset: view.getUint32(at + 42, true) }
  const numbers = longNumbers(view, at + 46 + name, extra, short)
  return { path, ...numbers, next: at + 46 + name + extra + comment }
}

/** Values above 32 bits are in an extra field: length, length in the ZIP, offset, each only if needed. */
function longNumbers(view: DataView, from: number, length: number, { size, offset }: { size: number; offset: number }) {
  for (let at = from; at + 4 <= from + length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== EXTRA_ZIP64) continue
    const offsetAt = at + 4 + (size === MAX_32 ? 16 : 0)
    return {
      size: size === MAX_32 ? long(view, at + 4) : size,
      offset: offset === MAX_32 ? long(view, offsetAt) : offset,
    }
  }
  return { size, offset }
}

async function contentOf(zip: Blob, { offset, size }: Entry): Promise<Blob> {
  const local = await read(zip, offset, offset + LOCAL_SIZE)
  const isThere = local.byteLength === LOCAL_SIZE && local.getUint32(0, true) === LOCAL
  const start = isThere ? offset + LOCAL_SIZE + local.getUint16(26, true) + local.getUint16(28, true) : offset
  return zip.slice(start, start + size)
}
