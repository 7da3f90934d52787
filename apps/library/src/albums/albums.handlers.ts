import {
  type Actor,
  albumCreated,
  albumUpdated,
  errors,
  type Input,
  library,
  type ManifestPhoto,
  MAX_TITLE_LENGTH,
  requireFeature,
} from '@daymark/contracts'
import {
  Clock,
  Database,
  Handles,
  parseIdOrThrow,
  parseIdsOrThrow,
  Plans,
  preparedStatement,
  RpcHandlers,
} from '@daymark/platform'
import { Account } from '../accounts/account.entity.ts'
import { changeLibrary, type LockedLibrary, Libraries } from '../accounts/change-library.ts'
import { assertOwnPhotos } from '../photos/find-photo.ts'
import { selectListOf, type PhotoRow } from '../photos/photo-columns.ts'
import { emitPhotosUpdated } from '../photos/photo-events.ts'
import { createAlbumQuery } from '../lists/photo-query.ts'
import { readPageAfter, readIds } from '../lists/read-ids.ts'
import { readPhotos } from '../photos/read-photos.ts'
import { RemovePhotos } from '../photos/remove-photos.ts'
import { headingIdsOf, idsOf, OrderDeadline, readOrder, saveOrder } from '../sections/save-order.ts'
import { applyRequestedOrder } from '../sections/album-order.ts'
import { readSectionIds } from '../sections/read-sections.ts'
import { cleanLine } from '../input.ts'
import { TrashAlbumsAndTags } from '../trash/trash-albums-and-tags.ts'
import { findAlbum, readAlbumPage, readAlbums, viewAlbum, viewAlbums } from './read-albums.ts'
import { Album } from './album.entity.ts'
import { removeFromAlbum } from './change-album.ts'
import { addToAlbum, setLiked } from './add-photos.ts'

const SELECT_ALBUM_VERSION = preparedStatement(
  'SELECT l.version::text FROM albums a JOIN accounts l ON l.user_id = a.owner_id WHERE a.id = $1 AND a.owner_id = $2',
)

/** Counts the pending guest files of an album. Reads only the partial index of pending files, which is usually empty. */
const COUNT_PENDING_FILES = preparedStatement(
  `SELECT count(*)::int AS waiting FROM guest_uploads WHERE owner_id = $1 AND album_id = $2 AND state = 'waiting'`,
)

const MANIFEST_COLUMNS = ['id', 'filename', 'originalFilename', 'size', 'sha256', 'takenAt', 'status'] as const
type ManifestRow = PhotoRow<(typeof MANIFEST_COLUMNS)[number]>
const SELECT_MANIFEST_PHOTOS = `SELECT ${selectListOf(MANIFEST_COLUMNS)} FROM photos p WHERE p.id = ANY($1::uuid[])`

@RpcHandlers()
export class AlbumHandlers {
  constructor(
    private readonly db: Database,
    private readonly libraries: Libraries,
    private readonly clock: Clock,
    private readonly plans: Plans,
    private readonly removePhotos: RemovePhotos,
    private readonly trash: TrashAlbumsAndTags,
    private readonly deadline: OrderDeadline,
  ) {}

  @Handles(library.addPhotos)
  async addPhotosToAlbum({ id, photoIds }: Input<typeof library.addPhotos>, actor: Actor) {
    return this.libraries.change(actor.userId, async (lockedLibrary, tx) => {
      const album = await findAlbum(tx.em, id, actor.userId)
      const ids = await assertOwnPhotos(tx, actor.userId, photoIds)
      const added = album.isFavorites
        ? await setLiked(lockedLibrary, ids, true)
        : await addToAlbum(lockedLibrary, album, ids)
      const updatedAlbum = await findAlbum(tx.em, id, actor.userId)
      return { added, skipped: ids.length - added, album: await viewAlbum(tx, updatedAlbum) }
    })
  }

  /**
   * Renames several photos of an album. Renames none of them if the plan does not include batch rename or if a photo is not in the album
   * (L-ROLE-03, rule 23).
   */
  @Handles(library.batchRename)
  async batchRename({ id, updates }: Input<typeof library.batchRename>, actor: Actor) {
    const album = await findAlbum(this.db.em, id, actor.userId)
    if (album.isFavorites) throw errors.FAVORITES_FIXED()
    requireFeature(await this.plans.entitlementOf(actor.userId), 'batch_rename', 'Batch rename')
    const titles = new Map(
      updates.map(update => [
        parseIdOrThrow(createPhotoNotInAlbumError, update.id),
        cleanLine(update.title, MAX_TITLE_LENGTH, 'A title'),
      ]),
    )
    return this.libraries.change(actor.userId, lockedLibrary => renamePhotos(lockedLibrary, album.id, titles))
  }

  @Handles(library.createAlbum)
  async createAlbum(input: Input<typeof library.createAlbum>, actor: Actor) {
    const now = this.clock.now()
    const album = Album.create(actor.userId, now, input)
    const plan = await this.plans.entitlementOf(actor.userId)
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, now, async ({ account }) => {
        account.assertMayAddAlbum(plan)
        account.albums += 1
        await tx.em.insert(Album, album)
        tx.emit(albumCreated, album.id, album.toState())
        return viewAlbum(tx, album)
      }),
    )
  }

  @Handles(library.deleteAlbum)
  async deleteAlbum({ id, deletePhotos }: Input<typeof library.deleteAlbum>, actor: Actor) {
    await this.libraries.change(actor.userId, async (lockedLibrary, tx) => {
      const album = await findAlbum(tx.em, id, actor.userId)
      if (album.isFavorites) throw errors.FAVORITES_FIXED()
      const rows = await tx.sql<{ photo_id: string }>('SELECT photo_id FROM album_photos WHERE album_id = $1', [
        album.id,
      ])
      await this.trash.trashAlbum(lockedLibrary, album)
      await tx.em.delete(Album, album.id)
      const photoIdsOfAlbum = rows.map(row => row.photo_id)
      if (deletePhotos) await this.removePhotos.moveToTrash(lockedLibrary, photoIdsOfAlbum)
      lockedLibrary.account.albums -= 1
    })
    return { success: true as const }
  }

  /**
   * Returns the version of the whole library, because the response also contains titles, likes and tags of photos, whose changes do not
   * increase the version of the album.
   */
  @Handles(library.getAlbumVersion)
  async getAlbumVersion({ id }: Input<typeof library.getAlbumVersion>, { userId }: Actor) {
    const [album] = await this.db.sql<{ version: string }>(SELECT_ALBUM_VERSION, [
      parseIdOrThrow(errors.ALBUM_NOT_FOUND, id),
      userId,
    ])
    if (!album) throw errors.ALBUM_NOT_FOUND()
    return album
  }

  @Handles(library.getAlbum)
  async getAlbum({ id, limit, offset }: Input<typeof library.getAlbum>, actor: Actor) {
    const album = await findAlbum(this.db.em, id, actor.userId)
    const total = album.photoCount
    const ids = await readIds(this.db, createAlbumQuery(album.id), { limit, offset, total })
    const [view, photos, sections, [received]] = await Promise.all([
      viewAlbum(this.db, album),
      readPhotos(this.db, ids),
      readSectionIds(this.db, album, ids),
      this.db.sql<{ waiting: number }>(COUNT_PENDING_FILES, [actor.userId, album.id]),
    ])
    const photosWithSections = photos.map(photo => ({ ...photo, sectionId: sections.get(photo.id) ?? null }))
    const waiting = received?.waiting ? { waiting: received.waiting } : {}
    return {
      album: { ...view, ...waiting },
      photos: album.sections.length > 0 ? photosWithSections : photos,
      total,
      limit,
      offset,
    }
  }

  @Handles(library.listAlbumPage)
  async listAlbumPage(page: Input<typeof library.listAlbumPage>, { userId }: Actor) {
    // Favorites is not included in the counter of albums
    const total = (await this.findOrCreateAccount(userId)).albums + 1
    const { ids, next } = await readAlbumPage(this.db, userId, total, page)
    return { albums: await readAlbums(this.db, ids), total, next }
  }

  /** Returns the account. Creates it with Favorites on first use (rule 21). */
  private async findOrCreateAccount(userId: string): Promise<Account> {
    const account = await this.db.em.findOneBy(Account, { userId })
    if (account) return account
    return this.libraries.change(userId, async ({ account }) => account)
  }

  /** Lists all albums: Favorites first (L-ALB-03), then the others from newest to oldest. */
  @Handles(library.listAlbums)
  async listAlbums(_input: object, { userId }: Actor) {
    const albums = await this.findAlbums(userId)
    if (albums.length) return viewAlbums(this.db, albums)
    await this.libraries.change(userId, async () => {})
    return viewAlbums(this.db, await this.findAlbums(userId))
  }

  private findAlbums(ownerId: string): Promise<Album[]> {
    return this.db.em.find(Album, {
      where: { ownerId },
      order: { isFavorites: 'DESC', createdAt: 'DESC', id: 'DESC' },
    })
  }

  @Handles(library.listManifest)
  async listManifest({ id, limit, after }: Input<typeof library.listManifest>, actor: Actor) {
    const album = await findAlbum(this.db.em, id, actor.userId)
    const { ids, next } = await readPageAfter(this.db, createAlbumQuery(album.id), { after, limit, isShortList: false })
    const rows = await this.db.sql<ManifestRow>(SELECT_MANIFEST_PHOTOS, [ids])
    const sections = await readSectionIds(this.db, album, ids)
    const photos = new Map(
      rows.map(row => [row.id, { ...toManifestPhoto(row), sectionId: sections.get(row.id) ?? null }]),
    )
    return { photos: ids.map(photoId => photos.get(photoId)).filter(photo => photo !== undefined), next }
  }

  /** Removes photos from the album. They stay in the library (L-API-28). */
  @Handles(library.removePhotos)
  async removePhotosFromAlbum({ id, photoIds }: Input<typeof library.removePhotos>, actor: Actor) {
    return this.libraries.change(actor.userId, async (lockedLibrary, tx) => {
      const album = await findAlbum(tx.em, id, actor.userId)
      const ids = parseIdsOrThrow(errors.PHOTO_NOT_FOUND, photoIds)
      const removedCount = album.isFavorites
        ? await setLiked(lockedLibrary, ids, false)
        : await removeFromAlbum(lockedLibrary, album, ids)
      if (removedCount < ids.length) throw errors.PHOTO_NOT_FOUND()
      return viewAlbum(tx, await findAlbum(tx.em, id, actor.userId))
    })
  }

  /** Saves the order of photos and headings. Writes only the rows whose position changed. */
  @Handles(library.reorderAlbum)
  async reorderAlbum(input: Input<typeof library.reorderAlbum>, actor: Actor) {
    return this.deadline.enforce(input.id, this.saveRequestedOrder(input, actor))
  }

  private saveRequestedOrder({ id, order }: Input<typeof library.reorderAlbum>, actor: Actor) {
    return this.libraries.change(actor.userId, async (lockedLibrary, tx) => {
      const album = await findAlbum(tx.em, id, actor.userId)
      await reorder(lockedLibrary, album, order)
      return viewAlbum(tx, album)
    })
  }

  @Handles(library.updateAlbum)
  async updateAlbum({ id, header, ...edit }: Input<typeof library.updateAlbum>, actor: Actor) {
    return this.libraries.change(actor.userId, async (lockedLibrary, tx) => {
      const album = await findAlbum(tx.em, id, actor.userId)
      const photoId = await resolveCover(lockedLibrary, album, header?.photoId)
      album.edit({ ...edit, header: header && { ...header, photoId } }, lockedLibrary.now)
      await tx.em.update(Album, album.id, album)
      tx.emit(albumUpdated, album.id, album.toState())
      return viewAlbum(tx, album)
    })
  }
}

const createPhotoNotInAlbumError = () =>
  errors.INVALID_INPUT({ reason: 'updates: One of the photos is not in this album.' })

async function renamePhotos({ tx, ownerId, now }: LockedLibrary, albumId: string, titles: Map<string, string>) {
  await findAlbum(tx.em, albumId, ownerId)
  const ids = [...titles.keys()]
  const matchingRows = await tx.sql('SELECT 1 FROM album_photos WHERE album_id = $1 AND photo_id = ANY($2::uuid[])', [
    albumId,
    ids,
  ])
  if (matchingRows.length < ids.length) throw createPhotoNotInAlbumError()
  const renamed = await tx.sql<{ id: string }>(
    `UPDATE photos p SET title = new.title, version = version + 1, updated_at = $3
     FROM unnest($1::uuid[], $2::text[]) AS new(id, title) WHERE p.id = new.id AND p.title <> new.title RETURNING p.id`,
    [ids, [...titles.values()], now],
  )
  await emitPhotosUpdated(
    tx,
    renamed.map(row => row.id),
  )
  return { renamed: ids.length }
}

const toManifestPhoto = ({ takenAt, ...photo }: ManifestRow): ManifestPhoto => ({
  ...photo,
  takenAt: takenAt?.toISOString() ?? null,
})

async function reorder(lockedLibrary: LockedLibrary, album: Album, requestedOrder: string[]): Promise<void> {
  const before = await readOrder(lockedLibrary.tx, album)
  const order = applyRequestedOrder(idsOf(before), headingIdsOf(album), requestedOrder)
  await saveOrder(lockedLibrary, album, { before, order, moved: order })
}

/**
 * Returns the id of the requested cover, or throws PHOTO_NOT_FOUND if the album does not contain this photo. Null removes the cover;
 * undefined leaves it unchanged.
 */
async function resolveCover(
  { tx }: LockedLibrary,
  album: Album,
  photoId?: string | null,
): Promise<string | null | undefined> {
  if (photoId === null || photoId === undefined) return photoId
  const id = parseIdOrThrow(errors.PHOTO_NOT_FOUND, photoId)
  const matches = await tx.sql('SELECT 1 FROM album_photos WHERE album_id = $1 AND photo_id = $2', [album.id, id])
  if (!matches.length) throw errors.PHOTO_NOT_FOUND()
  return id
}
