import { type Actor, anonymous, type DownloadSize, errors, type Input, type Output, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { archiveNames } from '../zip/archive-names.ts'
import { Archives } from './archives.ts'
import { madeOf } from './visitor-downloads.ts'

type Listed = Output<typeof sharing.getManifest>
export type HashedFile = { photoId: string; name: string; size: number; sha256: string | null; taken?: boolean }
/** No files until `ready` is `total`. */
export type Manifest = { title: string; size: DownloadSize; total: number; ready: number; files: HashedFile[] }

/** Whoever waits asks again. */
const WAIT_MS = 2000

/**
 * What a link offers, by the bytes that are sent (rule 132). Sizes and marks are rendered as for a ZIP, and media reads what nobody has
 * read yet; each try goes on where the last one stopped.
 */
@Injectable()
export class Manifests {
  constructor(
    private readonly rpc: RpcClient,
    private readonly archives: Archives,
  ) {}

  async ofVisitor(asked: Input<typeof sharing.getManifest>): Promise<Manifest> {
    return this.read(await this.rpc.call(sharing.getManifest, asked, anonymous))
  }

  async ofOwner(asked: Input<typeof sharing.getOwnManifest>, owner: Actor): Promise<Manifest> {
    return this.read(await this.rpc.call(sharing.getOwnManifest, asked, owner))
  }

  private async read(listed: Listed): Promise<Manifest> {
    const { title, size, pending } = listed
    const total = listed.files.length
    if (pending > 0) return { title, size, total, ready: total - pending, files: [] }
    const made = await madeOf(this.archives.sendable(listed, WAIT_MS))
    if ('ready' in made) return { title, size, total, ready: made.ready, files: [] }
    const names = archiveNames(made.files.map(({ name }) => name))
    const files = listed.files.map((of, i) => hashedFile(of, made.files[i], names[i]))
    return { title, size, total, ready: total, files }
  }
}

/** For whom a part of it is of no use. */
export function whole(manifest: Manifest): Manifest {
  const { ready, total } = manifest
  if (ready < total) throw errors.ARCHIVE_PREPARING({ ready, total })
  return manifest
}

function hashedFile(
  { photoId, taken }: Listed['files'][number],
  file: { size: number; sha256?: string } | undefined,
  name: string | undefined,
): HashedFile {
  if (!file || name === undefined) throw errors.UNAVAILABLE()
  return { photoId, name, size: file.size, sha256: file.sha256 ?? null, ...(taken !== undefined && { taken }) }
}
