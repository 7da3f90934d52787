import { type EventOf, filesHashed, hashesRequested } from '@daymark/contracts'
import { Clock, type Commit, Database, On, type Subscriber, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { DownloadFile } from './visitor-file.ts'

/**
 * A file whose SHA-256 is not known yet. Its `sha256` only identifies the bytes: it is derived from the hash of the original and the
 * changes (`patches`) that remove private metadata.
 */
export type FileWithoutHash = DownloadFile & { photoId: string }
type HashRow = { photoId: string; content: string; sha256: string | null; isComplete: boolean }

/** Time after which a hash is requested again from the media service if it has not arrived. */
const REQUEST_RETRY_MS = 15 * 60_000
const FILES_PER_EVENT = 20

const FIND_HASHES = `
  SELECT photo_id AS "photoId", content, sha256, answered_at IS NOT NULL AS "isComplete" FROM file_hashes
  WHERE photo_id = ANY ($1::uuid[])`
/**
 * Inserts requests in the order of photo ids, so that concurrent transactions cannot deadlock. Returns the photos whose hash must be
 * requested.
 */
const INSERT_HASH_REQUESTS = `
  INSERT INTO file_hashes AS h (photo_id, content, requested_at)
  SELECT p.id, requested.content, $3 FROM unnest($1::uuid[], $2::text[]) AS requested (photo_id, content)
    JOIN photos p ON p.id = requested.photo_id ORDER BY p.id
  ON CONFLICT (photo_id) DO UPDATE SET content = excluded.content, sha256 = NULL, requested_at = $3, answered_at = NULL
    WHERE h.content <> excluded.content OR (h.sha256 IS NULL AND h.requested_at < $4)
  RETURNING photo_id AS "photoId"`

/**
 * Provides the hashes of files that differ from their originals. The media service computes a hash when it is first requested; the result
 * is stored here.
 */
@Injectable()
export class FileHashes {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the known hashes by photo id; a hash is null if the media service could not read the file. Requests missing hashes from the
   * media service; their photos have no entry in the result.
   */
  async find(ownerId: string, files: FileWithoutHash[]): Promise<Map<string, string | null>> {
    if (files.length === 0) return new Map()
    const rows = await this.db.sql<HashRow>(FIND_HASHES, [files.map(({ photoId }) => photoId)])
    const contents = new Map(files.map(({ photoId, sha256 }) => [photoId, sha256]))
    const completed = rows.filter(({ photoId, content, isComplete }) => isComplete && contents.get(photoId) === content)
    const hashes = new Map(completed.map(({ photoId, sha256 }) => [photoId, sha256]))
    const missing = files.filter(({ photoId }) => !hashes.get(photoId))
    if (missing.length > 0) await this.db.commit(tx => this.requestHashes(tx, ownerId, missing))
    return hashes
  }

  private async requestHashes(tx: Tx, ownerId: string, files: FileWithoutHash[]): Promise<void> {
    const now = this.clock.now()
    const [ids, contents] = [files.map(({ photoId }) => photoId), files.map(({ sha256 }) => sha256)]
    const requested = await tx.sql<{ photoId: string }>(INSERT_HASH_REQUESTS, [
      ids,
      contents,
      now,
      new Date(now.getTime() - REQUEST_RETRY_MS),
    ])
    const requestedIds = new Set(requested.map(({ photoId }) => photoId))
    const requestItems = files.filter(({ photoId }) => requestedIds.has(photoId)).map(toRequestItem)
    for (let start = 0; start < requestItems.length; start += FILES_PER_EVENT)
      tx.emit(hashesRequested, ownerId, { ownerId, files: requestItems.slice(start, start + FILES_PER_EVENT) })
  }
}

const toRequestItem = ({ photoId, sha256: content, key, size, crc32, patches = [] }: FileWithoutHash) => ({
  photoId,
  content,
  key,
  size,
  crc32,
  patches,
})

/** Stores hashes. Ignores the hash of a file that was replaced since the request, because its `content` differs. */
const STORE_HASHES = `
  UPDATE file_hashes h SET sha256 = f.sha256, answered_at = $4
  FROM unnest($2::uuid[], $3::text[], $5::text[]) AS f (photo_id, content, sha256), photos p
  WHERE h.photo_id = f.photo_id AND h.content = f.content AND p.id = h.photo_id AND p.owner_id = $1 AND h.sha256 IS NULL`

@On(filesHashed)
export class StoreFileHashes implements Subscriber<typeof filesHashed> {
  constructor(private readonly clock: Clock) {}

  async on({ data: { ownerId, files } }: EventOf<typeof filesHashed>, commit: Commit) {
    const [ids, contents] = [files.map(({ photoId }) => photoId), files.map(({ content }) => content)]
    const hashes = files.map(({ sha256 }) => sha256)
    await commit(async tx => tx.send(STORE_HASHES, [ownerId, ids, contents, this.clock.now(), hashes]))
  }
}
