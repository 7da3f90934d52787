import { type Actor, errors, type Input, library } from '@daymark/contracts'
import { Clock, Database, Handles, Plans, RpcHandlers, type Tx } from '@daymark/platform'
import { Account } from '../accounts/account.entity.ts'
import { changeLibrary, type LockedLibrary } from '../accounts/change-library.ts'
import { addToAlbum, setLiked } from '../albums/add-photos.ts'
import { findAlbum } from '../albums/read-albums.ts'
import { findPhotoByKey, findPhoto } from '../photos/find-photo.ts'
import { addFacets, countAddedPhoto } from '../lists/stored-counts.ts'
import { emitPhotoUpdated, emitPhotoUploaded } from '../photos/photo-events.ts'
import { Photo } from '../photos/photo.entity.ts'
import { toPhotoView, readPhoto, readPhotos } from '../photos/read-photos.ts'
import { reserveUpload, endReservation } from './announced-uploads.ts'

type UploadInput = Input<typeof library.registerUpload>

@RpcHandlers()
export class UploadHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
  ) {}

  /**
   * Checks the storage limit before the gateway reads the request body, so that a client does not send 500 MB that are then rejected (rule
   * 8).
   */
  @Handles(library.authorizeUpload)
  async authorizeUpload(request: Input<typeof library.authorizeUpload>, { userId }: Actor) {
    const { bytes, idempotencyKey, replaces, reservation } = request
    const plan = await this.plans.entitlementOf(userId)
    const isEncrypted = plan.features.includes('encryption_at_rest')
    return reserveUpload(this.db, { ownerId: userId, reservation, now: this.clock.now() }, async (db, otherUploads) => {
      const account = await db.find(Account, { userId })
      const remainingBytes = Math.max(0, plan.storageLimit - (account?.usedBytes ?? 0) - otherUploads.bytes)
      const existing = await findPhotoByKey(db, userId, idempotencyKey)
      if (existing)
        return { remainingBytes, existing: await readPhoto(db, existing.id, 'whole'), encrypted: isEncrypted }
      if (replaces !== undefined) await findPhoto(db.em, replaces, userId)
      if (bytes > remainingBytes) throw errors.QUOTA_EXCEEDED()
      return { remainingBytes, existing: null, encrypted: isEncrypted }
    })
  }

  /** Finds photos by the SHA-256 of their files, so that clients can skip duplicates before an upload. */
  @Handles(library.findKnown)
  async findKnown({ sha256, brief }: Input<typeof library.findKnown>, { userId }: Actor) {
    const rows = await this.db.sql<{ id: string; sha256: string }>(
      `SELECT DISTINCT ON (sha256) sha256, id FROM photos
       WHERE owner_id = $1 AND sha256 = ANY($2::text[]) AND deleted_at IS NULL ORDER BY sha256, number`,
      [userId, sha256.map(hash => hash.toLowerCase())],
    )
    const hashById = new Map(rows.map(row => [row.id, row.sha256]))
    const photos = await readPhotos(this.db, [...hashById.keys()], brief ? 'brief' : 'full')
    return { known: photos.map(photo => ({ sha256: hashById.get(photo.id) ?? '', photo })) }
  }

  /**
   * Lists storage keys that no file uses. Files of deleted photos count as used until they are purged, because the photos can be restored.
   */
  @Handles(library.findUnregistered)
  async findUnregistered({ keys }: Input<typeof library.findUnregistered>) {
    return { unregistered: await findUnregisteredKeys(this.db, keys) }
  }

  @Handles(library.registerUpload)
  async registerUpload(input: UploadInput, actor: Actor) {
    const plan = await this.plans.entitlementOf(actor.userId)
    const photo = Photo.fromUpload(actor.userId, input, this.clock.now())
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, photo.createdAt, async lockedLibrary => {
        const otherUploads = await endReservation(lockedLibrary, input.partialKey)
        const existing = await findPhotoByKey(tx, actor.userId, input.idempotencyKey)
        // an equal object key means that the gateway repeats the call after a lost response, so `created` is true again
        const isCreated = existing?.objectKey === input.objectKey
        if (existing) return { photo: await readPhoto(tx, existing.id, 'whole'), created: isCreated }
        lockedLibrary.account.assertWithinQuota(photo.size, plan, otherUploads.bytes)
        const albumIds = await addPhoto(lockedLibrary, photo, input.albumId)
        return { photo: toPhotoView(photo, [], albumIds), created: true }
      }),
    )
  }

  @Handles(library.releaseReservations)
  async releaseReservations({ partialKeys }: Input<typeof library.releaseReservations>, { userId }: Actor) {
    const sql = 'DELETE FROM pending_uploads WHERE owner_id = $1 AND upload_name = ANY($2)'
    await this.db.commit(async tx => tx.send(sql, [userId, partialKeys]))
    return { success: true as const }
  }
}

/** Returns the keys that belong to no photo, earlier version, pending replacement or pending file of a guest. */
export async function findUnregisteredKeys(db: Pick<Database | Tx, 'sql'>, keys: string[]): Promise<string[]> {
  const rows = await db.sql<{ key: string }>(
    `SELECT k.key FROM unnest($1::text[]) AS k(key)
     WHERE NOT EXISTS (SELECT 1 FROM photos p WHERE p.object_key = k.key)
       AND NOT EXISTS (SELECT 1 FROM photo_files f WHERE f.object_key = k.key)
       AND NOT EXISTS (SELECT 1 FROM guest_uploads r WHERE r.object_key = k.key AND r.state = 'waiting')`,
    [keys],
  )
  return rows.map(row => row.key)
}

/** Adds a photo to the library and, if requested, to an album. Returns the ids of the albums that contain the photo. */
async function addPhoto(lockedLibrary: LockedLibrary, photo: Photo, albumId: string | undefined): Promise<string[]> {
  const { tx, ownerId } = lockedLibrary
  photo.number = lockedLibrary.account.addNewPhoto(photo.size)
  tx.insert(Photo, photo)
  countAddedPhoto(lockedLibrary, photo.number)
  addFacets(lockedLibrary, [photo.id])
  emitPhotoUploaded(tx, photo)
  emitPhotoUpdated(tx, photo)
  if (albumId === undefined) return []
  const album = await findAlbum(tx.em, albumId, ownerId)
  if (album.isFavorites) photo.isFavorite = (await setLiked(lockedLibrary, [photo.id], true)) === 1
  else await addToAlbum(lockedLibrary, album, [photo.id])
  return [album.id]
}
