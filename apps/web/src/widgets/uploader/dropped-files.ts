/** What systems leave in folders and nobody means to upload. */
const isLitter = (name: string) => name.startsWith('.') || ['thumbs.db', 'desktop.ini'].includes(name.toLowerCase())

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))
const batchOf = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))

async function filesIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  // A reader gives at most a hundred at a time and an empty batch at the end.
  for (let batch = await batchOf(reader); batch.length; batch = await batchOf(reader)) entries.push(...batch)
  const wanted = entries
    .filter(({ name }) => !isLitter(name))
    .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
  return (await Promise.all(wanted.map(filesOf))).flat()
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) return [await fileOf(entry as FileSystemFileEntry)]
  return entry.isDirectory ? filesIn(entry as FileSystemDirectoryEntry) : []
}

/** The files of a drop, those inside dropped folders included, in the order of their names. */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  // Entries must be asked for before the event is over; later the list is empty.
  const entries = [...data.items].map(item => (item.kind === 'file' ? item.webkitGetAsEntry() : null))
  const plain = [...data.files]
  if (!entries.some(entry => entry?.isDirectory)) return plain
  return (await Promise.all(entries.filter(entry => entry !== null).map(filesOf))).flat()
}

export const carriesFiles = (data: DataTransfer | null) => data?.types.includes('Files') ?? false
