import type { Output, sharing } from '@daymark/contracts'
import { applyPatches, type ByteRange, type ByteStream, type Storage } from '@daymark/storage'
import { crc32 } from 'node:zlib'
import { computeEntityTag } from '../../http/entity-tags.ts'
import { contentDisposition, toSafeFilename } from '../../http/file-names.ts'
import type { ResponseBody } from '../../http/send-body.ts'
import { type OpenMember, ZipArchive, type ZipFile } from './zip.ts'

/**
 * A file of an archive. With `generate`, there is no stored object: the content is generated once for its length and checksum, and again
 * when it is sent.
 */
export type ZipMember = ZipFile & { generate?: () => Iterable<Buffer> }

export function createGeneratedFile(name: string, generate: () => Iterable<Buffer>): ZipMember {
  let [size, sum] = [0, 0]
  for (const piece of generate()) {
    size += piece.length
    sum = crc32(piece, sum)
  }
  return { name, key: '', size, crc32: sum, modified: null, generate }
}

/** Opens generated files, and files in the photo store. */
export const createMemberOpener =
  (storage: Storage): OpenMember =>
  async (file: ZipMember, range): Promise<ByteStream> =>
    file.generate
      ? sliceBytes(file.generate(), range ?? { start: 0, end: file.size - 1 })
      : storage.get(file.key, range)

async function* sliceBytes(pieces: Iterable<Buffer>, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  let position = 0
  for (const piece of pieces) {
    const [from, to] = [Math.max(start - position, 0), Math.min(end - position + 1, piece.length)]
    if (from < to) yield piece.subarray(from, to)
    position += piece.length
  }
}

type Archive = Output<typeof sharing.listArchive>
/** Files that have their watermark or need none. */
export type SendableArchive = Pick<Archive, 'title' | 'files'> & { watermark: false }

/** Streams the album as a ZIP from the store. An interrupted download can be resumed unless the album has changed. */
export function createZipBody({ title, files }: SendableArchive, storage: Storage): ResponseBody {
  const members: ZipFile[] = files.map(file => ({
    ...file,
    modified: file.modified === null ? null : new Date(file.modified),
  }))
  const archive = new ZipArchive(members)
  const openMember: OpenMember = async (file, range) =>
    applyPatches(await storage.get(file.key, range), file.patches, range?.start)
  return {
    size: archive.size,
    etag: computeEntityTag(JSON.stringify(files)),
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': contentDisposition('attachment', `${toSafeFilename(title)}.zip`),
      'Cache-Control': 'private, no-cache',
      'X-Robots-Tag': 'noindex',
    },
    open: async range => archive.read(openMember, range),
  }
}
