import { hashFile } from '../../../lib/hash/file-hash.ts'
import { filePath } from '../../../widgets/uploader/files/dropped-folders.ts'
import type { OwnFile } from './compare.ts'
import { type ZipFault, readZipEntries } from './zip-entries.ts'

/** The texts about faulty ZIP files, which follow the name of the file on screen. */
export const ZIP_FAULT_TEXTS: Record<ZipFault, string> = {
  incomplete: 'is incomplete. Please download it again.',
  compressed: 'was created by another program. Please extract it and choose the folder.',
}
export type FaultyZip = { name: string; fault: ZipFault }
type OwnFiles = { files: OwnFile[]; faults: FaultyZip[] }
type FileContent = { path: string; content: Blob }

/** Files that operating systems, and the downloads of Daymark, add to folders of photos. */
const SYSTEM_FILES = /^(\._.*|\.ds_store|thumbs\.db|desktop\.ini|sha256sums(\.txt)?)$/i
const isSystemFile = (path: string) => SYSTEM_FILES.test(path.slice(path.lastIndexOf('/') + 1))
const isZip = ({ name }: File) => /\.zip$/i.test(name)

/** The number of files that are read before the page can react to input. */
const BATCH_SIZE = 500
const waitForNextTask = () => new Promise(resolve => setTimeout(resolve))

/** Replaces each ZIP among the chosen files by the files that it contains. */
async function expandZips(files: readonly File[]): Promise<{ contents: FileContent[]; faults: FaultyZip[] }> {
  const contents: FileContent[] = []
  const faults: FaultyZip[] = []
  for (const [n, file] of files.entries()) {
    if (n % BATCH_SIZE === 0) await waitForNextTask()
    const path = filePath(file)
    const entries = isZip(file) ? await readZipEntries(file) : [{ path: '', content: file }]
    if (typeof entries === 'string') faults.push({ name: file.name, fault: entries })
    else
      for (const entry of entries)
        contents.push({ path: entry.path ? `${path}/${entry.path}` : path, content: entry.content })
  }
  return { contents: contents.filter(({ path }) => !isSystemFile(path)), faults }
}

/** Hashes the files one after another in a worker. */
export async function readOwnFiles(
  chosenFiles: readonly File[],
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<OwnFiles> {
  const { contents, faults } = await expandZips(chosenFiles)
  const files: OwnFile[] = []
  for (const { path, content } of contents) {
    onProgress(files.length, contents.length)
    files.push({ path, sha256: await hashFile(content, () => !signal.aborted) })
    signal.throwIfAborted()
  }
  return { files, faults }
}
