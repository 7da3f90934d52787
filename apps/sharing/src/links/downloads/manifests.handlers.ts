import { type Actor, type DownloadSize, errors, type Input, sharing } from '@daymark/contracts'
import { Database, Handles, isId, RpcHandlers } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { ACCESS_COLUMNS, GalleryAccess } from '../gallery/gallery-access.ts'
import { findGalleryPhotos } from '../gallery/gallery-photos.ts'
import { FileHashes, type FileWithoutHash } from './file-hashes.subscriber.ts'
import {
  type ArchiveFile,
  toArchiveFile,
  type ArchiveLink,
  summarizeArchive,
  FILE_COLUMNS,
  type FileRow,
  hasDownloadLimit,
  chooseOfferedSize,
} from './offered-files.ts'

/**
 * Creates the manifest of a link: it describes files by the bytes that visitors receive (rule 132). The media service computes the hashes
 * of files that differ from their originals.
 */
@Injectable()
export class Manifests {
  constructor(
    private readonly db: Database,
    private readonly hashes: FileHashes,
  ) {}

  async buildManifest(link: ArchiveLink, size: DownloadSize, visitorId?: string) {
    const rows = await findGalleryPhotos<FileRow>(this.db, link, FILE_COLUMNS)
    const files = rows.map(row => toArchiveFile(row, size))
    const filesWithoutHash = link.watermark ? [] : files.filter(needsHash)
    const hashes = await this.hashes.find(link.ownerId, filesWithoutHash)
    const downloaded =
      hasDownloadLimit(link) && visitorId ? await this.findDownloadedPhotos(link, visitorId) : undefined
    return {
      ...summarizeArchive(link, size),
      files: files.map(({ patches, sha256: content, ...file }) => {
        const sha256 = patches ? hashes.get(file.photoId) : content
        return { ...file, ...(sha256 && { sha256 }), ...(downloaded && { taken: downloaded.has(file.photoId) }) }
      }),
      pending: filesWithoutHash.filter(({ photoId }) => !hashes.has(photoId)).length,
    }
  }

  private async findDownloadedPhotos({ id }: ArchiveLink, visitorId: string): Promise<Set<string>> {
    const rows = await this.db.sql<{ photoId: string }>(
      'SELECT photo_id AS "photoId" FROM downloaded_photos WHERE link_id = $1 AND visitor_id = $2',
      [id, visitorId],
    )
    return new Set(rows.map(({ photoId }) => photoId))
  }
}

const needsHash = (file: ArchiveFile): file is ArchiveFile & FileWithoutHash => file.patches !== undefined

@RpcHandlers()
export class ManifestHandlers {
  constructor(
    private readonly db: Database,
    private readonly access: GalleryAccess,
    private readonly manifests: Manifests,
  ) {}

  @Handles(sharing.getManifest)
  async getManifest({ size, visitorId, ...request }: Input<typeof sharing.getManifest>) {
    const link = await this.access.open<{ title: string }>(request, ['a.title'])
    return this.manifests.buildManifest(link, chooseOfferedSize(link, size), visitorId)
  }

  @Handles(sharing.getOwnManifest)
  async getOwnManifest({ linkId, size }: Input<typeof sharing.getOwnManifest>, { userId }: Actor) {
    const [link] =
      isId(linkId) && isId(userId)
        ? await this.db.sql<ArchiveLink>(
            `SELECT ${ACCESS_COLUMNS}, a.title FROM links l JOIN albums a ON a.id = l.album_id WHERE l.id = $1 AND l.owner_id = $2`,
            [linkId, userId],
          )
        : []
    if (!link) throw errors.SHARE_NOT_FOUND()
    return this.manifests.buildManifest(link, chooseOfferedSize(link, size))
  }
}
