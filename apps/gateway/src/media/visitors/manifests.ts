import { type Actor, anonymous, type DownloadSize, errors, type Input, type Output, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { archiveNames } from '../archive-names.ts'
import { Archives } from './archives.ts'

type Listed = Output<typeof sharing.getManifest>
export type HashedFile = { photoId: string; name: string; size: number; sha256: string | null; taken?: boolean }
export type Manifest = { title: string; size: DownloadSize; files: HashedFile[] }

/** Whoever waits asks again. */
const WAIT_MS = 2000

/**
 * What a link offers, by the bytes that are sent (rule 132). It is complete or ARCHIVE_PREPARING: sizes and marks are rendered as for a
 * ZIP, and media reads what nobody has read yet; each try goes on where the last one stopped.
 */
@Injectable()
export class Manifests {
  private readonly rpc: RpcClient
  private readonly archives: Archives
  constructor(rpc: RpcClient, archives: Archives) {
    this.rpc = rpc
    this.archives = archives
  }

  async ofVisitor(asked: Input<typeof sharing.getManifest>): Promise<Manifest> {
    return this.complete(await this.rpc.call(sharing.getManifest, asked, anonymous))
  }

  async ofOwner(asked: Input<typeof sharing.getOwnManifest>, owner: Actor): Promise<Manifest> {
    return this.complete(await this.rpc.call(sharing.getOwnManifest, asked, owner))
  }

  private async complete(listed: Listed): Promise<Manifest> {
    const { title, size, pending } = listed
    const total = listed.files.length
    if (pending > 0) throw errors.ARCHIVE_PREPARING({ ready: total - pending, total })
    const { files } = await this.archives.sendable(listed, WAIT_MS)
    const names = archiveNames(files.map(({ name }) => name))
    return { title, size, files: listed.files.map((of, i) => hashedFile(of, files[i], names[i])) }
  }
}

function hashedFile(
  { photoId, taken }: Listed['files'][number],
  file: { size: number; sha256?: string } | undefined,
  name: string | undefined,
): HashedFile {
  if (!file || name === undefined) throw errors.UNAVAILABLE()
  return { photoId, name, size: file.size, sha256: file.sha256 ?? null, ...(taken !== undefined && { taken }) }
}
