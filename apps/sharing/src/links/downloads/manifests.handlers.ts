import { type Actor, type DownloadSize, errors, type Input, sharing } from '@daymark/contracts'
import { Database, type Handler, Handles, isId } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { GalleryAccess } from '../gallery/gallery-access.ts'
import { galleryPhotos } from '../gallery/gallery-photos.ts'
import { isLinkToken } from '../link-addresses.ts'
import { FileHashes, type Unhashed } from './file-hashes.subscriber.ts'
import {
  ARCHIVE_COLUMNS,
  type ArchiveFile,
  archiveFile,
  type ArchiveLink,
  archiveSummary,
  FILE_COLUMNS,
  type FileRow,
  hasDownloadLimit,
  offeredSize,
} from './offered-files.ts'

/**
 * What a link offers, described by the bytes that visitors receive (rule 132). Media knows the hashes of the files it
 * renders.
 */
@Injectable()
export class Manifests {
  constructor(
    private readonly db: Database,
    private readonly hashes: FileHashes,
  ) {}

  async build(link: ArchiveLink, size: DownloadSize, visitorId?: string) {
    const rows = await galleryPhotos<FileRow>(this.db, link, FILE_COLUMNS)
    const files = rows.map(row => archiveFile(row, size))
    const unhashed = link.watermark ? [] : files.filter(needsHash)
    const hashes = await this.hashes.find(link.ownerId, unhashed)
    const taken = hasDownloadLimit(link) && visitorId ? await this.downloadedPhotos(link, visitorId) : undefined
    return {
      ...archiveSummary(link, size),
      files: files.map(({ patches, sha256: content, ...file }) => {
        const sha256 = patches ? hashes.get(file.photoId) : content
        return { ...file, ...(sha256 && { sha256 }), ...(taken && { taken: taken.has(file.photoId) }) }
      }),
      pending: unhashed.filter(({ photoId }) => !hashes.has(photoId)).length,
    }
  }

  private async downloadedPhotos({ id }: ArchiveLink, visitorId: string): Promise<Set<string>> {
    const rows = await this.db.sql<{ photoId: string }>(
      'SELECT photo_id AS "photoId" FROM downloaded_photos WHERE link_id = $1 AND visitor_id = $2',
      [id, visitorId],
    )
    return new Set(rows.map(({ photoId }) => photoId))
  }
}

const needsHash = (file: ArchiveFile): file is ArchiveFile & Unhashed => file.patches !== undefined

@Handles(sharing.getManifest)
export class GetManifest implements Handler<typeof sharing.getManifest> {
  constructor(
    private readonly db: Database,
    private readonly access: GalleryAccess,
    private readonly manifests: Manifests,
  ) {}

  async handle({ token, grant, size, visitorId }: Input<typeof sharing.getManifest>) {
    const link = this.access.authorize(await this.link(token), grant)
    return this.manifests.build(link, offeredSize(link, size), visitorId)
  }

  private async link(token: string): Promise<ArchiveLink | undefined> {
    if (!isLinkToken(token)) return undefined
    const [row] = await this.db.sql<ArchiveLink>(`SELECT ${ARCHIVE_COLUMNS} WHERE l.token = $1`, [token])
    return row
  }
}

@Handles(sharing.getOwnManifest)
export class GetOwnManifest implements Handler<typeof sharing.getOwnManifest> {
  constructor(
    private readonly db: Database,
    private readonly manifests: Manifests,
  ) {}

  async handle({ linkId, size }: Input<typeof sharing.getOwnManifest>, { userId }: Actor) {
    const [link] =
      isId(linkId) && isId(userId)
        ? await this.db.sql<ArchiveLink>(`SELECT ${ARCHIVE_COLUMNS} WHERE l.id = $1 AND l.owner_id = $2`, [
            linkId,
            userId,
          ])
        : []
    if (!link) throw errors.SHARE_NOT_FOUND()
    return this.manifests.build(link, offeredSize(link, size))
  }
}
