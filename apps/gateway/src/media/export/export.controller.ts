import { type Actor, downloadName, errors, type ExportedPhoto, library, routes, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { Controller, Injectable, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { createHash } from 'node:crypto'
import { contentDisposition } from '../../http/file-names.ts'
import { type ResponseBody, sendBody } from '../../http/send-body.ts'
import { whenClosed } from '../../http/when-closed.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { type ZipMember, createGeneratedFile, createMemberOpener } from '../zip/zip-body.ts'
import { ZipArchive } from '../zip/zip.ts'
import { type ExportedLibrary, readExportedAccount, readExportedFeedback } from './export-data.ts'
import { pathOfEarlierVersion, ExportNames } from './export-names.ts'
import { generateLibraryJson } from './library-json.ts'
import { createSidecar } from './sidecar.ts'

/** Maximum number of attempts to read a library that changes while it is read. */
const MAX_READ_ATTEMPTS = 3

/** Exports an account as one ZIP. It is generated while it is sent, and its length is known before the first byte. */
@Injectable()
export class Exports {
  constructor(
    private readonly rpc: RpcClient,
    private readonly storage: Storage,
  ) {}

  async createBody(actor: Actor): Promise<ResponseBody> {
    const exportedLibrary = await this.readLibrary(actor)
    const files = listFiles(exportedLibrary)
    const archive = new ZipArchive(
      files,
      files.map(file => file.name),
    )
    const openFile = createMemberOpener(this.storage)
    return {
      size: archive.size,
      etag: `"${hashFiles(files)}"`,
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': contentDisposition('attachment', 'Daymark.zip'),
        'Cache-Control': 'private, no-cache',
      },
      open: async range => archive.read(openFile, range),
    }
  }

  /** Reads a consistent state of the library. Throws UNAVAILABLE if it changes during every attempt. */
  private async readLibrary(actor: Actor, remainingAttempts = MAX_READ_ATTEMPTS): Promise<ExportedLibrary> {
    const [account, albums, links, feedbackByLink] = await Promise.all([
      readExportedAccount(this.rpc, actor),
      this.rpc.call(library.listAlbums, {}, actor),
      this.rpc.call(sharing.listLinks, {}, actor),
      readExportedFeedback(this.rpc, actor),
    ])
    const names = new ExportNames(albums)
    const photos: ExportedLibrary['photos'] = []
    let version: string | undefined
    for (let after: number | null = 0; after !== null;) {
      const page: { photos: ExportedPhoto[]; version: string; next: number | null } = await this.rpc.call(
        library.exportPhotos,
        { after },
        actor,
      )
      if (version !== undefined && page.version !== version) {
        if (remainingAttempts <= 1) throw errors.UNAVAILABLE()
        return this.readLibrary(actor, remainingAttempts - 1)
      }
      version = page.version
      for (const photo of page.photos) {
        const { stem, extension } = names.assignPath({ ...photo, name: downloadName(photo.name, photo.mimeType) })
        photos.push({ ...photo, path: `${stem}${extension}` })
      }
      after = page.next
    }
    return { account, photos, albums, links, feedbackByLink }
  }
}

function listFiles(exportedLibrary: ExportedLibrary): ZipMember[] {
  const files: ZipMember[] = [createGeneratedFile('library.json', () => generateLibraryJson(exportedLibrary))]
  for (const photo of exportedLibrary.photos) {
    const { path: name, key, size, crc32: sum, takenAt } = photo
    files.push({ name, key, size, crc32: sum, modified: takenAt === null ? null : new Date(takenAt) })
    if (photo.earlier) files.push({ ...toEarlierFile(photo.earlier, name), modified: null })
    if (createSidecar(photo))
      files.push(
        createGeneratedFile(name.replace(/(?<=[^/])\.[^./]*$/, '') + '.xmp', () =>
          [createSidecar(photo)].flatMap(bytes => bytes ?? []),
        ),
      )
  }
  return files
}

/** The earlier version of a photo. It is in the folder `Earlier versions`, under the same path as the photo. */
const toEarlierFile = ({ name, mimeType, key, size, crc32 }: NonNullable<ExportedPhoto['earlier']>, path: string) => ({
  name: pathOfEarlierVersion(path, downloadName(name, mimeType ?? '')),
  key,
  size,
  crc32,
})

/** A hash of the names and contents of all files, for the entity tag. */
function hashFiles(files: ZipMember[]): string {
  const hash = createHash('sha256')
  for (const { name, key, size, crc32: sum, modified } of files)
    hash.update(JSON.stringify([name, key, size, sum, modified]))
  return hash.digest('hex').slice(0, 32)
}

/** Maximum number of concurrent exports of an owner: a download, and a request that resumes it after an interruption. */
const MAX_CONCURRENT_EXPORTS = 2
const RETRY_AFTER_SECONDS = 60

@Controller()
export class ExportController {
  private readonly runningExports = new Map<string, number>()

  constructor(
    private readonly rpc: RpcClient,
    private readonly exports: Exports,
  ) {}

  @Serves(routes.exportLibrary)
  async download(_: unknown, { actor }: Caller, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.registerExport(actor.userId, response)
    const body = await this.exports.createBody(actor)
    // An export is recorded once, not again for each Range request that resumes it.
    if (request.method === 'GET' && !request.headers.range) await this.rpc.call(library.beginExport, {}, actor)
    await sendBody(request, response, body)
  }

  private registerExport(userId: string, response: Response): void {
    const exportCount = this.runningExports.get(userId) ?? 0
    if (exportCount >= MAX_CONCURRENT_EXPORTS) throw errors.TOO_MANY_REQUESTS({ retryAfter: RETRY_AFTER_SECONDS })
    this.runningExports.set(userId, exportCount + 1)
    whenClosed(response, () => {
      const remaining = (this.runningExports.get(userId) ?? 1) - 1
      if (remaining > 0) this.runningExports.set(userId, remaining)
      else this.runningExports.delete(userId)
    })
  }
}
