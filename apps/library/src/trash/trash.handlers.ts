import {
  type Actor,
  downloadName,
  errors,
  type Input,
  library,
  type Renditions,
  type TrashedPhoto,
  type TrashedItem,
} from '@daymark/contracts'
import { Clock, Database, purgeCutoff, Handles, isId, Plans, RpcHandlers, type Tx } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { LibraryConfig } from '../config.ts'
import { purgePhotos } from '../photos/purge-photos.job.ts'
import { restoreAlbums, restorePhotos } from './restore-items.ts'
import { restoreTags } from './restore-tags.ts'
import { purgeAlbumsAndTags } from './trash-albums-and-tags.ts'

type TrashedRow = { id: string; variants: Renditions; originalFilename: string }

type DeletedRow<T extends { deletedAt: string }> = Omit<T, 'deletedAt'> & { deletedAt: Date }
type TrashPage = { ownerId: string; deletedAfter: Date; limit: number; offset: number }

const IS_REQUESTED_ITEM = 'id = ANY($1::uuid[]) AND owner_id = $2'

@RpcHandlers()
export class TrashHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly config: LibraryConfig,
    private readonly plans: Plans,
  ) {}

  /** Returns where a variant of a deleted photo is stored, for the trash screen of the owner. */
  @Handles(library.locateTrashed)
  async locateTrashed({ size, name }: Input<typeof library.locateTrashed>, { userId }: Actor) {
    const deletedAfter = purgeCutoff(this.clock.now(), this.config)
    const [row] = await this.db.sql<TrashedRow>(
      `SELECT id, variants, original_filename AS "originalFilename" FROM photos
       WHERE owner_id = $1 AND stem = $2 AND deleted_at > $3 AND variants IS NOT NULL`,
      [userId, name.replaceAll('\0', ''), deletedAfter],
    )
    if (!row) throw errors.PHOTO_NOT_FOUND()
    const { key, size: bytes, sha256 } = row.variants[size]
    const mimeType = 'image/jpeg'
    return {
      photoId: row.id,
      key,
      size: bytes,
      sha256,
      mimeType,
      downloadName: downloadName(row.originalFilename, mimeType),
    }
  }

  @Handles(library.listTrash)
  async listTrash({ kind, limit, offset }: Input<typeof library.listTrash>, { userId: ownerId }: Actor) {
    const page = { ownerId, deletedAfter: purgeCutoff(this.clock.now(), this.config), limit, offset }
    const [counts, photos, albumsAndTags] = await Promise.all([
      this.countItems(page),
      kind === 'photos' ? this.listPhotos(page) : [],
      kind === 'albums' || kind === 'tags' ? this.listAlbumsOrTags(page, kind) : [],
    ])
    return { counts, photos, albumsAndTags, days: this.config.purgeAfterDays }
  }

  private async countItems({ ownerId, deletedAfter }: TrashPage) {
    const [counts] = await this.db.sql<{ photos: number; albums: number; tags: number }>(
      `SELECT (SELECT count(*)::int FROM photos WHERE owner_id = $1 AND deleted_at > $2) AS photos,
         (count(*) FILTER (WHERE kind = 'album'))::int AS albums, (count(*) FILTER (WHERE kind = 'tag'))::int AS tags
       FROM trash WHERE owner_id = $1 AND deleted_at > $2`,
      [ownerId, deletedAfter],
    )
    return counts ?? { photos: 0, albums: 0, tags: 0 }
  }

  private async listPhotos({ ownerId, deletedAfter, limit, offset }: TrashPage): Promise<TrashedPhoto[]> {
    const rows = await this.db.sql<DeletedRow<TrashedPhoto>>(
      `SELECT id, filename, original_filename AS "originalFilename", title, size::float8, width, height, placeholder,
         variants IS NOT NULL AS "isReady", deleted_at AS "deletedAt"
       FROM photos WHERE owner_id = $1 AND deleted_at > $2
       ORDER BY deleted_at DESC, id DESC LIMIT $3 OFFSET $4`,
      [ownerId, deletedAfter, limit, offset],
    )
    return rows.map(toView)
  }

  private async listAlbumsOrTags(page: TrashPage, kind: 'albums' | 'tags'): Promise<TrashedItem[]> {
    const membersTable = kind === 'albums' ? 'trashed_album_photos WHERE album_id' : 'trashed_photo_tags WHERE tag_id'
    const rows = await this.db.sql<DeletedRow<TrashedItem>>(
      `SELECT id, name, (SELECT count(*)::int FROM ${membersTable} = t.id) AS photos, deleted_at AS "deletedAt"
       FROM trash t WHERE owner_id = $1 AND kind = $5 AND deleted_at > $2
       ORDER BY deleted_at DESC, id DESC LIMIT $3 OFFSET $4`,
      [page.ownerId, page.deletedAfter, page.limit, page.offset, kind.slice(0, -1)],
    )
    return rows.map(toView)
  }

  /** Permanently deletes the requested items. With `all`, only marks all items as due, and the next run of PurgePhotos deletes them. */
  @Handles(library.purgeTrash)
  async purgeTrash({ all, photoIds, ...albumsAndTags }: Input<typeof library.purgeTrash>, { userId }: Actor) {
    const now = this.clock.now()
    const deletedAfter = purgeCutoff(now, this.config)
    return this.db.commit(tx =>
      // locks the library, so that no concurrent request restores these items
      changeLibrary(tx, userId, now, async () => {
        if (all) return await markAllDue(tx, userId, deletedAfter)
        const photos = await purgePhotos(tx, IS_REQUESTED_ITEM, [photoIds.filter(isId), userId])
        const albumAndTagIds = [...albumsAndTags.albumIds, ...albumsAndTags.tagIds].filter(isId)
        return toTrashCounts(photos, await purgeAlbumsAndTags(tx, IS_REQUESTED_ITEM, [albumAndTagIds, userId]))
      }),
    )
  }

  /** Restores all requested items or, if a limit is exceeded, none. Photos come first, because albums and tags refer to them. */
  @Handles(library.restoreTrash)
  async restoreTrash({ photoIds, albumIds, tagIds }: Input<typeof library.restoreTrash>, { userId }: Actor) {
    const plan = await this.plans.entitlementOf(userId)
    const now = this.clock.now()
    const options = { plan, purgeCutoff: purgeCutoff(now, this.config) }
    return this.db.commit(tx =>
      changeLibrary(tx, userId, now, async lockedLibrary => {
        const photos = await restorePhotos(lockedLibrary, photoIds.filter(isId), options)
        const { albums, photos: photosOfAlbums } = await restoreAlbums(lockedLibrary, albumIds.filter(isId), options)
        const tags = await restoreTags(lockedLibrary, tagIds.filter(isId), options.purgeCutoff)
        return { photos: photos + photosOfAlbums, albums, tags }
      }),
    )
  }
}

const toView = <T extends { deletedAt: Date }>(row: T) => ({ ...row, deletedAt: row.deletedAt.toISOString() })

async function markAllDue(tx: Tx, ownerId: string, deletedAfter: Date) {
  const [row = { n: 0 }] = await tx.sql<{ n: number }>(
    `WITH due AS (UPDATE photos SET deleted_at = 'epoch' WHERE owner_id = $1 AND deleted_at > $2 RETURNING 1)
     SELECT count(*)::int AS n FROM due`,
    [ownerId, deletedAfter],
  )
  const albumsAndTags = await tx.sql<{ kind: 'album' | 'tag' }>(
    `UPDATE trash SET deleted_at = 'epoch' WHERE owner_id = $1 AND deleted_at > $2 RETURNING kind`,
    [ownerId, deletedAfter],
  )
  return toTrashCounts(row.n, albumsAndTags)
}

function toTrashCounts(photos: number, albumsAndTags: { kind: 'album' | 'tag' }[]) {
  const albums = albumsAndTags.filter(({ kind }) => kind === 'album').length
  return { photos, albums, tags: albumsAndTags.length - albums }
}
