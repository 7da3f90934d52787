/** A file in a ZIP. `content` is a slice of the ZIP, so that the browser reads it from the disk only when needed. */
type ZipEntry = { path: string; content: Blob }
/**
 * Why a ZIP cannot be read. `incomplete`: its end is missing, for example because the download was aborted.
 * `compressed`: another program created it.
 */
export type ZipFault = 'incomplete' | 'compressed'

const END_SIGNATURE = 0x06054b50
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50
const ZIP64_END_SIGNATURE = 0x06064b50
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_HEADER_SIGNATURE = 0x04034b50
const LOCAL_HEADER_SIZE = 30
const END_SIZE = 22
const LOCATOR_SIZE = 20
const ZIP64_EXTRA_FIELD = 1
const MAX_UINT16 = 0xffff
const MAX_UINT32 = 0xffffffff
/**
 * The maximum length of the end of a ZIP: the end record can be followed by a comment, whose length is a 16-bit number.
 */
const MAX_END_LENGTH = END_SIZE + MAX_UINT16 + LOCATOR_SIZE
/** The directory of every ZIP that Daymark creates is smaller. */
const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024

const readRange = async (file: Blob, start: number, end: number) =>
  new DataView(await file.slice(start, end).arrayBuffer())
const readUint64 = (view: DataView, position: number) => Number(view.getBigUint64(position, true))

/** Lists the files in a ZIP (PKWARE APPNOTE 4.3). Supports only the features that the ZIPs of galleries use. */
export async function readZipEntries(zip: Blob): Promise<ZipEntry[] | ZipFault> {
  const directory = await findDirectory(zip)
  if (!directory || directory.size > MAX_DIRECTORY_BYTES) return 'incomplete'
  const view = await readRange(zip, directory.start, directory.start + directory.size)
  const entries: ZipEntry[] = []
  for (let position = 0; position + 46 <= view.byteLength && view.getUint32(position, true) === ENTRY_SIGNATURE;) {
    const entry = readEntry(view, position)
    if (entry === 'compressed') return entry
    position = entry.nextPosition
    if (!entry.path.endsWith('/')) entries.push({ path: entry.path, content: await readContent(zip, entry) })
  }
  return entries
}

async function findDirectory(zip: Blob): Promise<{ start: number; size: number } | null> {
  const startPosition = Math.max(0, zip.size - MAX_END_LENGTH)
  const view = await readRange(zip, startPosition, zip.size)
  for (let position = view.byteLength - END_SIZE; position >= 0; position--) {
    if (view.getUint32(position, true) !== END_SIGNATURE) continue
    const directory32 = { size: view.getUint32(position + 12, true), start: view.getUint32(position + 16, true) }
    return (await findZip64Directory(zip, view, position - LOCATOR_SIZE)) ?? directory32
  }
  return null
}

async function findZip64Directory(zip: Blob, view: DataView, position: number) {
  if (position < 0 || view.getUint32(position, true) !== ZIP64_LOCATOR_SIGNATURE) return null
  const start = readUint64(view, position + 8)
  const end = await readRange(zip, start, start + 56)
  if (end.byteLength < 56 || end.getUint32(0, true) !== ZIP64_END_SIGNATURE) return null
  return { size: readUint64(end, 40), start: readUint64(end, 48) }
}

type DirectoryEntry = { path: string; size: number; offset: number; nextPosition: number }

function readEntry(view: DataView, position: number): DirectoryEntry | 'compressed' {
  const isStored = view.getUint16(position + 10, true) === 0 && (view.getUint16(position + 8, true) & 1) === 0
  if (!isStored) return 'compressed'
  const [name, extra, comment] = [28, 30, 32].map(field => view.getUint16(position + field, true)) as [
    number,
    number,
    number,
  ]
  const path = new TextDecoder().decode(new Uint8Array(view.buffer, position + 46, name))
  const sizes32 = { size: view.getUint32(position + 24, true), offset: view.getUint32(position + 42, true) }
  const sizes = readZip64Sizes(view, position + 46 + name, extra, sizes32)
  return { path, ...sizes, nextPosition: position + 46 + name + extra + comment }
}

/**
 * Reads the values that need more than 32 bits. An extra field contains them in the order size, compressed size,
 * offset; values that fit into 32 bits are left out.
 */
function readZip64Sizes(
  view: DataView,
  startPosition: number,
  length: number,
  { size, offset }: { size: number; offset: number },
) {
  for (
    let position = startPosition;
    position + 4 <= startPosition + length;
    position += 4 + view.getUint16(position + 2, true)
  ) {
    if (view.getUint16(position, true) !== ZIP64_EXTRA_FIELD) continue
    const offsetAt = position + 4 + (size === MAX_UINT32 ? 16 : 0)
    return {
      size: size === MAX_UINT32 ? readUint64(view, position + 4) : size,
      offset: offset === MAX_UINT32 ? readUint64(view, offsetAt) : offset,
    }
  }
  return { size, offset }
}

async function readContent(zip: Blob, { offset, size }: DirectoryEntry): Promise<Blob> {
  const local = await readRange(zip, offset, offset + LOCAL_HEADER_SIZE)
  const hasLocalHeader = local.byteLength === LOCAL_HEADER_SIZE && local.getUint32(0, true) === LOCAL_HEADER_SIGNATURE
  const start = hasLocalHeader
    ? offset + LOCAL_HEADER_SIZE + local.getUint16(26, true) + local.getUint16(28, true)
    : offset
  return zip.slice(start, start + size)
}
