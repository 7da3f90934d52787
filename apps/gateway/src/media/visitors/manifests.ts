import { type Actor, anonymous, type DownloadSize, errors, type Input, type Output, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { makeArchiveNames } from '../zip/zip.ts'
import { Archives } from './archives.ts'
import { resolveArchiveOrProgress } from './visitor-downloads.ts'

type ListedManifest = Output<typeof sharing.getManifest>
export type HashedFile = { photoId: string; name: string; size: number; sha256: string | null; taken?: boolean }
/** `files` is empty until `ready` equals `total`. */
export type Manifest = { title: string; size: DownloadSize; total: number; ready: number; files: HashedFile[] }

/** Maximum time for rendering before a response. Clients poll until the manifest is complete. */
const MAX_RENDERING_MS = 2000

/**
 * Names, sizes and checksums of the files of a link as they are downloaded (rule 132). Files in a reduced size or with a watermark are
 * rendered as for a ZIP, and the media service computes missing checksums. Each attempt continues where the last one stopped.
 */
@Injectable()
export class ManifestBuilder {
  constructor(
    private readonly rpc: RpcClient,
    private readonly archives: Archives,
  ) {}

  async forVisitor(input: Input<typeof sharing.getManifest>): Promise<Manifest> {
    return this.build(await this.rpc.call(sharing.getManifest, input, anonymous))
  }

  async forOwner(input: Input<typeof sharing.getOwnManifest>, owner: Actor): Promise<Manifest> {
    return this.build(await this.rpc.call(sharing.getOwnManifest, input, owner))
  }

  private async build(listedManifest: ListedManifest): Promise<Manifest> {
    const { title, size, pending } = listedManifest
    const total = listedManifest.files.length
    if (pending > 0) return { title, size, total, ready: total - pending, files: [] }
    const archive = await resolveArchiveOrProgress(this.archives.prepareSendable(listedManifest, MAX_RENDERING_MS))
    if ('ready' in archive) return { title, size, total, ready: archive.ready, files: [] }
    const names = makeArchiveNames(archive.files.map(({ name }) => name))
    const files = listedManifest.files.map((file, i) => toHashedFile(file, archive.files[i], names[i]))
    return { title, size, total, ready: total, files }
  }
}

/** Throws ARCHIVE_PREPARING unless the manifest is complete. */
export function assertComplete(manifest: Manifest): Manifest {
  const { ready, total } = manifest
  if (ready < total) throw errors.ARCHIVE_PREPARING({ ready, total })
  return manifest
}

function toHashedFile(
  { photoId, taken }: ListedManifest['files'][number],
  file: { size: number; sha256?: string } | undefined,
  name: string | undefined,
): HashedFile {
  if (!file || name === undefined) throw errors.UNAVAILABLE()
  return { photoId, name, size: file.size, sha256: file.sha256 ?? null, ...(taken !== undefined && { taken }) }
}
