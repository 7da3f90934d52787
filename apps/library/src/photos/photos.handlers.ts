import { type Actor, errors, FACET_VALUES, type http, type Input, library } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles, installationId, Plans, type Tx } from '@daymark/platform'
import { In } from 'typeorm'
import { Account } from '../accounts/account.entity.ts'
import { changeLibrary, type Library } from '../accounts/change-library.ts'
import { findAlbum } from '../albums/find-album.ts'
import { likePhotos } from '../albums/like-photos.ts'
import { placePhotos } from '../albums/place-photos.ts'
import { replaceTags } from '../tags/photo-tags.ts'
import { announcing, endReservation } from '../uploads/beginnings.ts'
import { findPhoto, ownPhotoIds } from './find-photo.ts'
import { findByKey } from './idempotency.ts'
import { countIn } from './photo-blocks.ts'
import { emitPhotoUpdated, emitPhotoUploaded } from './photo-events.ts'
import { addFacets } from './photo-facets.ts'
import { photoView } from './photo-view.ts'
import { Photo } from './photo.entity.ts'
import { readPhoto, readPhotos } from './read-photos.ts'
import { RemovePhotos } from './remove-photos.ts'

/** Asked before a body is read, so that nobody sends 500 MB only to be refused (rule 8). */
@Handles(library.authorizeUpload)
export class AuthorizeUpload implements Handler<typeof library.authorizeUpload> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
  ) {}

  async handle(asked: Input<typeof library.authorizeUpload>, { userId }: Actor) {
    const { bytes, idempotencyKey, replaces, reservation } = asked
    const plan = await this.plans.of(userId)
    const encrypted = plan.features.includes('encryption_at_rest')
    return announcing(this.db, { ownerId: userId, reservation, now: this.clock.now() }, async (db, others) => {
      const account = await db.em.findOneBy(Account, { userId })
      const room = Math.max(0, plan.storageLimit - (account?.used ?? 0) - others.bytes)
      const existing = await findByKey(db.em, userId, idempotencyKey)
      if (existing) return { room, existing: await readPhoto(db, existing.id, 'whole'), encrypted }
      if (replaces !== undefined) await findPhoto(db.em, replaces, userId)
      if (bytes > room) throw errors.QUOTA_EXCEEDED()
      return { room, existing: null, encrypted }
    })
  }
}

@Handles(library.deletePhotos)
export class DeletePhotos implements Handler<typeof library.deletePhotos> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly removePhotos: RemovePhotos,
  ) {}

  async handle({ ids }: Input<typeof library.deletePhotos>, actor: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, this.clock.now(), async own => {
        const photos = await ownPhotoIds(tx, actor.userId, ids)
        await this.removePhotos.from(own, photos)
        return { deleted: photos.length }
      }),
    )
  }
}

/** Asked before files are uploaded, so that nobody has a photo twice without wanting to. */
@Handles(library.findKnown)
export class FindKnown implements Handler<typeof library.findKnown> {
  constructor(private readonly db: Database) {}

  async handle({ sha256, brief }: Input<typeof library.findKnown>, { userId }: Actor) {
    const rows = await this.db.sql<{ id: string; sha256: string }>(
      `SELECT DISTINCT ON (sha256) sha256, id FROM photos
       WHERE owner_id = $1 AND sha256 = ANY($2::text[]) AND deleted_at IS NULL ORDER BY sha256, number`,
      [userId, sha256.map(hash => hash.toLowerCase())],
    )
    const contents = new Map(rows.map(row => [row.id, row.sha256]))
    const photos = await readPhotos(this.db, [...contents.keys()], brief ? 'brief' : 'full')
    return { known: photos.map(photo => ({ sha256: contents.get(photo.id) ?? '', photo })) }
  }
}

/** Deleted photos count until they are purged: their objects may still be wanted back. */
@Handles(library.findUnregistered)
export class FindUnregistered implements Handler<typeof library.findUnregistered> {
  constructor(private readonly db: Database) {}

  async handle({ keys }: Input<typeof library.findUnregistered>, actor: Actor) {
    if (actor.role !== 'system') throw errors.FORBIDDEN()
    return { unregistered: await unregistered(this.db, keys) }
  }
}

/** What waits to take the place of another file, what was there before, and what waits for its owner's approval count too. */
export async function unregistered(db: Pick<Database | Tx, 'sql'>, keys: string[]): Promise<string[]> {
  const rows = await db.sql<{ key: string }>(
    `SELECT k.key FROM unnest($1::text[]) AS k(key)
     WHERE NOT EXISTS (SELECT 1 FROM photos p WHERE p.object_key = k.key)
       AND NOT EXISTS (SELECT 1 FROM photo_files f WHERE f.object_key = k.key)
       AND NOT EXISTS (SELECT 1 FROM guest_uploads r WHERE r.object_key = k.key AND r.state = 'waiting')`,
    [keys],
  )
  return rows.map(row => row.key)
}

@Handles(library.getInstallation)
export class GetInstallation implements Handler<typeof library.getInstallation> {
  constructor(private readonly db: Database) {}

  async handle(_: Input<typeof library.getInstallation>, actor: Actor) {
    if (actor.role !== 'system') throw errors.FORBIDDEN()
    const [id, isEmpty] = await Promise.all([installationId(this.db), holdsNoPhotos(this.db)])
    return { id, isEmpty }
  }
}

/** Deleted photos within their grace period are photos. */
export async function holdsNoPhotos(db: Database): Promise<boolean> {
  const [row] = await db.sql<{ found: boolean }>('SELECT EXISTS (SELECT 1 FROM photos) AS found')
  return !row?.found
}

@Handles(library.getPhoto)
export class GetPhoto implements Handler<typeof library.getPhoto> {
  constructor(private readonly db: Database) {}

  async handle({ id, brief }: Input<typeof library.getPhoto>, { userId }: Actor) {
    const [own = ''] = await ownPhotoIds(this.db, userId, [id])
    return readPhoto(this.db, own, brief ? 'brief' : 'full')
  }
}

type Row = http.Facet & { kind: string }

const listed = (kinds: string, order: string): string => `
  SELECT k.kind, f.value, f.photos AS count FROM unnest('{${kinds}}'::text[]) AS k(kind),
    LATERAL (SELECT value, photos FROM photo_facets WHERE owner_id = $1 AND kind = k.kind ORDER BY ${order} LIMIT ${FACET_VALUES}) AS f
  ORDER BY k.kind, ${order}`
const MOST_USED = listed('camera,lens,format,orientation', 'photos DESC, value')
const NEWEST = listed('year,month', 'value DESC')

@Handles(library.listFacets)
export class ListFacets implements Handler<typeof library.listFacets> {
  constructor(private readonly db: Database) {}

  async handle(_input: object, { userId }: Actor): Promise<http.ImageFacets> {
    const lists = await Promise.all([MOST_USED, NEWEST].map(sql => this.db.sql<Row>(sql, [userId])))
    const of = (kind: string): http.Facet[] =>
      lists
        .flat()
        .filter(row => row.kind === kind)
        .map(({ value, count }) => ({ value, count }))
    return {
      cameras: of('camera'),
      lenses: of('lens'),
      formats: of('format'),
      orientations: of('orientation'),
      years: of('year'),
      months: of('month'),
    }
  }
}

type Upload = Input<typeof library.registerUpload>

@Handles(library.registerUpload)
export class RegisterUpload implements Handler<typeof library.registerUpload> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
  ) {}

  async handle(input: Upload, actor: Actor) {
    const plan = await this.plans.of(actor.userId)
    const photo = Photo.uploaded(actor.userId, input, this.clock.now())
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, photo.createdAt, async own => {
        const others = await endReservation(own, input.partialKey)
        const existing = await findByKey(tx.em, actor.userId, input.idempotencyKey)
        // the same call a second time, its answer was lost: then the photo has this very object
        const created = existing?.objectKey === input.objectKey
        if (existing) return { photo: await readPhoto(tx, existing.id, 'whole'), created }
        own.account.assertRoomFor(photo.size, plan, others.bytes)
        const albumIds = await keep(own, photo, input.albumId)
        return { photo: photoView(photo, [], albumIds), created: true }
      }),
    )
  }
}

/** Answers the albums that it is in then. */
async function keep(own: Library, photo: Photo, albumId: string | undefined): Promise<string[]> {
  const { tx, ownerId } = own
  photo.number = own.account.photoAdded(photo.size)
  tx.insert(Photo, photo)
  countIn(own, photo.number)
  addFacets(own, [photo.id])
  emitPhotoUploaded(tx, photo)
  emitPhotoUpdated(tx, photo)
  if (albumId === undefined) return []
  const album = await findAlbum(tx.em, albumId, ownerId)
  if (album.isFavorites) photo.isFavorite = (await likePhotos(own, [photo.id], true)) === 1
  else await placePhotos(own, album, [photo.id])
  return [album.id]
}

@Handles(library.retryPhotos)
export class RetryPhotos implements Handler<typeof library.retryPhotos> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ ids }: Input<typeof library.retryPhotos>, actor: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, this.clock.now(), async own => {
        const photos = await tx.em.findBy(Photo, { id: In(await ownPhotoIds(tx, actor.userId, ids)) })
        // asked twice, the second finds them on their way: that is no mistake
        if (photos.every(photo => photo.status === 'completed'))
          throw errors.CONFLICT({ reason: 'Only photos that failed can be processed again.' })
        const failed = photos.filter(photo => photo.status === 'failed')
        retryPhotos(own, failed)
        return { retried: failed.length }
      }),
    )
  }
}

/** To media they are like new uploads. */
export function retryPhotos({ tx, now }: Library, photos: Photo[]): void {
  for (const photo of photos) {
    photo.retry(now)
    tx.update(Photo, photo.id, { status: photo.status, error: null, version: photo.version, updatedAt: now })
    emitPhotoUploaded(tx, photo)
    emitPhotoUpdated(tx, photo)
  }
}

@Handles(library.updatePhoto)
export class UpdatePhoto implements Handler<typeof library.updatePhoto> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id, brief, ...edit }: Input<typeof library.updatePhoto>, actor: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, this.clock.now(), async own => {
        const photo = await findPhoto(tx.em, id, actor.userId)
        if (photo.edit(edit, own.now)) {
          const { title, caption, version, updatedAt } = photo
          await tx.em.update(Photo, photo.id, { title, caption, version, updatedAt })
          emitPhotoUpdated(tx, photo)
        }
        if (edit.tags) await replaceTags(own, photo.id, edit.tags)
        if (edit.isFavorite !== undefined) await likePhotos(own, [photo.id], edit.isFavorite)
        return readPhoto(tx, photo.id, brief ? 'brief' : 'full')
      }),
    )
  }
}
