import type { DownloadSize } from '@daymark/contracts'
import { Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import {
  type ArchiveFile,
  type ArchiveLink,
  archiveOf,
  FILE_COLUMNS,
  fileOf,
  type FileRow,
} from '../gallery/archive-files.ts'
import { galleryPhotos } from '../gallery/gallery-photos.ts'
import { hasLimit } from '../gallery/offered-downloads.ts'
import { FileHashes, type Unread } from './file-hashes.ts'

/** What a link offers, by the bytes that visitors get (rule 132). Hashes of what media makes are known by media. */
@Injectable()
export class Manifests {
  constructor(
    private readonly db: Database,
    private readonly hashes: FileHashes,
  ) {}

  async of(link: ArchiveLink, size: DownloadSize, visitorId?: string) {
    const rows = await galleryPhotos<FileRow>(this.db, link, FILE_COLUMNS)
    const files = rows.map(row => fileOf(row, size))
    const unread = link.watermark ? [] : files.filter(isUnread)
    const hashes = await this.hashes.of(link.ownerId, unread)
    const taken = hasLimit(link) && visitorId ? await this.taken(link, visitorId) : undefined
    return {
      ...archiveOf(link, size),
      files: files.map(({ patches, sha256: content, ...file }) => {
        const sha256 = patches ? hashes.get(file.photoId) : content
        return { ...file, ...(sha256 && { sha256 }), ...(taken && { taken: taken.has(file.photoId) }) }
      }),
      pending: unread.filter(({ photoId }) => !hashes.has(photoId)).length,
    }
  }

  private async taken({ id }: ArchiveLink, visitorId: string): Promise<Set<string>> {
    const rows = await this.db.sql<{ photoId: string }>(
      'SELECT photo_id AS "photoId" FROM downloaded_photos WHERE link_id = $1 AND visitor_id = $2',
      [id, visitorId],
    )
    return new Set(rows.map(({ photoId }) => photoId))
  }
}

/** Its `sha256` is a name for its bytes: nobody has read them as a whole. */
const isUnread = (file: ArchiveFile): file is ArchiveFile & Unread => file.patches !== undefined
