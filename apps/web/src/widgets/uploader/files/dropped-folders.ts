/** Whether an operating system created a folder, for example for previews. */
const isSystemFolder = (folder: string) =>
  folder.startsWith('.') || ['@eadir', '__macosx'].includes(folder.toLowerCase())

const readFile = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))
const readBatch = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))

async function readFolder(folder: FileSystemDirectoryEntry): Promise<File[]> {
  if (isSystemFolder(folder.name)) return []
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  // A reader returns at most a hundred entries per call and an empty batch at the end.
  for (let batch = await readBatch(reader); batch.length; batch = await readBatch(reader)) entries.push(...batch)
  return (await Promise.all(entries.map(readEntry))).flat()
}

/** Reads a file, or all files in a folder. */
export async function readEntry(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isDirectory) return readFolder(entry as FileSystemDirectoryEntry)
  return entry.isFile ? [storePath(await readFile(entry as FileSystemFileEntry), entry.fullPath)] : []
}

/** The paths of dropped files. Browsers set webkitRelativePath only for files that were chosen in a dialog. */
const droppedPaths = new WeakMap<File, string>()

export function storePath(file: File, fullPath: string) {
  droppedPaths.set(file, fullPath.replace(/^\//, ''))
  return file
}
export const filePath = (file: File) => droppedPaths.get(file) ?? (file.webkitRelativePath || file.name)

export const isFromFolder = (file: File) => filePath(file).includes('/')
