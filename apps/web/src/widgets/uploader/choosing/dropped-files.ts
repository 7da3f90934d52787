import { collectPath } from './folder-files.ts'

/** Folders in which systems store previews. */
const isHidden = (folder: string) => folder.startsWith('.') || ['@eadir', '__macosx'].includes(folder.toLowerCase())

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))
const batchOf = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))

async function filesIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  if (isHidden(folder.name)) return []
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  // A reader returns at most a hundred entries at a time and an empty batch at the end.
  for (let batch = await batchOf(reader); batch.length; batch = await batchOf(reader)) entries.push(...batch)
  return (await Promise.all(entries.map(filesOf))).flat()
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isDirectory) return filesIn(entry as FileSystemDirectoryEntry)
  return entry.isFile ? [collectPath(await fileOf(entry as FileSystemFileEntry), entry.fullPath)] : []
}

/** The files of a drop, including those in dropped folders. */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  // Entries must be read before the event ends; later the list is empty.
  const entries = [...data.items].map(item => (item.kind === 'file' ? item.webkitGetAsEntry() : null))
  const plain = [...data.files]
  if (!entries.some(entry => entry?.isDirectory)) return plain
  return (await Promise.all(entries.filter(entry => entry !== null).map(filesOf))).flat()
}

export const carriesFiles = (data: DataTransfer | null) => data?.types.includes('Files') ?? false
