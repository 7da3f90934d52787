import { hashFile } from '../../../lib/hash/file-hash.ts'
import { filePath } from '../../../widgets/uploader/files/use-file-drop.ts'
import type { OwnFile } from './compare.ts'
import { type ZipFault, zipEntries } from './zip-entries.ts'

/** The instructions for each fault. */
export const FAULTS: Record<ZipFault, string> = {
  incomplete: 'is incomplete. Please download it again.',
  packed: 'was created by another program. Please extract it and choose the folder.',
}
export type FaultyZip = { name: string; fault: ZipFault }
export type OwnFiles = { files: OwnFile[]; faults: FaultyZip[] }
type Content = { path: string; content: Blob }

/** Files that operating systems and Daymark add to folders of photos. */
const SYSTEM_FILES = /^(\._.*|\.ds_store|thumbs\.db|desktop\.ini|sha256sums(\.txt)?)$/i
const isSystemFile = (path: string) => SYSTEM_FILES.test(path.slice(path.lastIndexOf('/') + 1))
const isZip = ({ name }: File) => /\.zip$/i.test(name)

/** Files per batch, after which the page can react to input. */
const AT_ONCE = 500
const nextTask = () => new Promise(resolve => setTimeout(resolve))

/** The chosen files, including those in ZIPs. */
async function contentsOf(files: readonly File[]): Promise<{ contents: Content[]; faults: FaultyZip[] }> {
  const contents: Content[] = []
  const faults: FaultyZip[] = []
  for (const [n, file] of files.entries()) {
    if (n % AT_ONCE === 0) await nextTask()
    const path = filePath(file)
    const entries = isZip(file) ? await zipEntries(file) : [{ path: '', content: file }]
    if (typeof entries === 'string') faults.push({ name: file.name, fault: entries })
    else
      for (const one of entries) contents.push({ path: one.path ? `${path}/${one.path}` : path, content: one.content })
  }
  return { contents: contents.filter(({ path }) => !isSystemFile(path)), faults }
}

/** Hashes all files sequentially in a worker. */
export async function readOwnFiles(
  chosen: readonly File[],
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<OwnFiles> {
  const { contents, faults } = await contentsOf(chosen)
  const files: OwnFile[] = []
  for (const { path, content } of contents) {
    onProgress(files.length, contents.length)
    files.push({ path, sha256: await hashFile(content, () => !signal.aborted) })
    signal.throwIfAborted()
  }
  return { files, faults }
}
