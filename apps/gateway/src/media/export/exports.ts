import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Actor, errors, type ExportedPhoto, library, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { type ByteRange, Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { contentDisposition } from '../../helpers/content-disposition.ts'
import type { Body } from '../send-body.ts'
import { type OpenMember, ZipArchive, type ZipFile } from '../zip.ts'
import { libraryJson } from './library-json.ts'
import { exportedAccount } from './exported-account.ts'
import type { Exported } from './exported.ts'
import { ExportNames } from './export-names.ts'
import { sidecar } from './sidecar.ts'

/** A library that changes while it is read is read again, so often. */
const TRIES = 3
/** Ours, made anew when its turn comes: kept are what it is made of and its length. */
type Made = ZipFile & { make?: () => Iterable<Buffer> }

/** Everything somebody has here as one ZIP: nothing is built or stored before, and its length is known before its first byte. */
@Injectable()
export class Exports {
  private readonly rpc: RpcClient
  private readonly storage: Storage
  constructor(rpc: RpcClient, storage: Storage) {
    this.rpc = rpc
    this.storage = storage
  }

  async body(actor: Actor): Promise<Body> {
    const exported = await this.read(actor)
    const files = filesOf(exported)
    const archive = new ZipArchive(
      files,
      files.map(file => file.name),
    )
    const open: OpenMember = async (file: Made, range) =>
      file.make ? part(file.make(), range ?? { start: 0, end: file.size - 1 }) : this.storage.get(file.key, range)
    return {
      size: archive.size,
      etag: `"${digest(files)}"`,
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': contentDisposition('attachment', 'Daymark.zip'),
        'Cache-Control': 'private, no-cache',
      },
      open: async range => archive.read(open, range),
    }
  }

  /** All of one state of the library; UNAVAILABLE when it never stands still. */
  private async read(actor: Actor, tries = TRIES): Promise<Exported> {
    const [account, albums, links] = await Promise.all([
      exportedAccount(this.rpc, actor),
      this.rpc.call(library.listAlbums, {}, actor),
      this.rpc.call(sharing.listLinks, {}, actor),
    ])
    const names = new ExportNames(albums)
    const photos: Exported['photos'] = []
    let version: string | undefined
    for (let after: number | null = 0; after !== null;) {
      const page: { photos: ExportedPhoto[]; version: string; next: number | null } = await this.rpc.call(
        library.exportPhotos,
        { after },
        actor,
      )
      if (version !== undefined && page.version !== version) {
        if (tries <= 1) throw errors.UNAVAILABLE()
        return this.read(actor, tries - 1)
      }
      version = page.version
      for (const photo of page.photos) {
        const { stem, extension } = names.place(photo)
        photos.push({ ...photo, path: `${stem}${extension}` })
      }
      after = page.next
    }
    return { account, photos, albums, links }
  }
}

function filesOf(exported: Exported): Made[] {
  const files: Made[] = [made('library.json', () => libraryJson(exported))]
  for (const photo of exported.photos) {
    const { path: name, key, size, crc32: sum, takenAt } = photo
    files.push({ name, key, size, crc32: sum, modified: takenAt === null ? null : new Date(takenAt) })
    if (sidecar(photo))
      files.push(
        made(name.replace(/(?<=[^/])\.[^./]*$/, '') + '.xmp', () => [sidecar(photo)].flatMap(one => one ?? [])),
      )
  }
  return files
}

function made(name: string, make: () => Iterable<Buffer>): Made {
  let [size, sum] = [0, 0]
  for (const piece of make()) {
    size += piece.length
    sum = crc32(piece, sum)
  }
  return { name, key: '', size, crc32: sum, modified: null, make }
}
async function* part(pieces: Iterable<Buffer>, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  let at = 0
  for (const piece of pieces) {
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at + 1, piece.length)]
    if (from < to) yield piece.subarray(from, to)
    at += piece.length
  }
}

/** Another one whenever a byte is. */
function digest(files: Made[]): string {
  const hash = createHash('sha256')
  for (const { name, key, size, crc32: sum, modified } of files)
    hash.update(JSON.stringify([name, key, size, sum, modified]))
  return hash.digest('hex').slice(0, 32)
}
