import { createHash } from 'node:crypto'
import { type Actor, downloadName, errors, type ExportedPhoto, library, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { contentDisposition } from '../../http/file-names.ts'
import type { Body } from '../../http/send-body.ts'
import { ZipArchive } from '../zip/zip.ts'
import { libraryJson } from './library-json.ts'
import { type Exported, exportedAccount, exportedVisits } from './export-data.ts'
import { earlierPath, ExportNames } from './export-names.ts'
import { type MadeFile, madeFile, openMade } from './generated-file.ts'
import { sidecar } from './sidecar.ts'

/** A library that changes while it is read is read again, so often. */
const TRIES = 3

/** Everything somebody has here as one ZIP: nothing is built or stored before, and its length is known before its first byte. */
@Injectable()
export class Exports {
  constructor(
    private readonly rpc: RpcClient,
    private readonly storage: Storage,
  ) {}

  async body(actor: Actor): Promise<Body> {
    const exported = await this.read(actor)
    const files = filesOf(exported)
    const archive = new ZipArchive(
      files,
      files.map(file => file.name),
    )
    const open = openMade(this.storage)
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
    const [account, albums, links, visits] = await Promise.all([
      exportedAccount(this.rpc, actor),
      this.rpc.call(library.listAlbums, {}, actor),
      this.rpc.call(sharing.listLinks, {}, actor),
      exportedVisits(this.rpc, actor),
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
        const { stem, extension } = names.place({ ...photo, name: downloadName(photo.name, photo.mimeType) })
        photos.push({ ...photo, path: `${stem}${extension}` })
      }
      after = page.next
    }
    return { account, photos, albums, links, visits }
  }
}

function filesOf(exported: Exported): MadeFile[] {
  const files: MadeFile[] = [madeFile('library.json', () => libraryJson(exported))]
  for (const photo of exported.photos) {
    const { path: name, key, size, crc32: sum, takenAt } = photo
    files.push({ name, key, size, crc32: sum, modified: takenAt === null ? null : new Date(takenAt) })
    if (photo.earlier) files.push({ ...earlierOf(photo.earlier, name), modified: null })
    if (sidecar(photo))
      files.push(
        madeFile(name.replace(/(?<=[^/])\.[^./]*$/, '') + '.xmp', () => [sidecar(photo)].flatMap(one => one ?? [])),
      )
  }
  return files
}

/** In a folder of their own, each where its photo is beside it. */
const earlierOf = ({ name, mimeType, key, size, crc32 }: NonNullable<ExportedPhoto['earlier']>, path: string) => ({
  name: earlierPath(path, downloadName(name, mimeType ?? '')),
  ...{ key, size, crc32 },
})

/** Another one whenever a byte is. */
function digest(files: MadeFile[]): string {
  const hash = createHash('sha256')
  for (const { name, key, size, crc32: sum, modified } of files)
    hash.update(JSON.stringify([name, key, size, sum, modified]))
  return hash.digest('hex').slice(0, 32)
}
