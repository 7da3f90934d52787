import { createHash } from 'node:crypto'
import type { Output, sharing } from '@daymark/contracts'
import { patched, type Storage } from '@daymark/storage'
import { contentDisposition, safeFilename } from '../../http/file-names.ts'
import type { Body } from '../../http/send-body.ts'
import { type OpenMember, ZipArchive, type ZipFile } from './zip.ts'

type Archive = Output<typeof sharing.listArchive>
/** Files that bear their watermark, or need none. */
export type SendableArchive = Pick<Archive, 'title' | 'files'> & { watermark: false }

/** The album as one ZIP, straight from the store; a broken download can be resumed as long as the album stays the same. */
export function zipBody({ title, files }: SendableArchive, storage: Storage): Body {
  const members: ZipFile[] = files.map(file => ({
    ...file,
    modified: file.modified === null ? null : new Date(file.modified),
  }))
  const archive = new ZipArchive(members)
  const open: OpenMember = async (file, range) =>
    patched(await storage.get(file.key, range), file.patches, range?.start)
  return {
    size: archive.size,
    etag: `"${createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 32)}"`,
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': contentDisposition('attachment', `${safeFilename(title)}.zip`),
      'Cache-Control': 'private, no-cache',
      'X-Robots-Tag': 'noindex',
    },
    open: async range => archive.read(open, range),
  }
}
