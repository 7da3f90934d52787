import { type Actor, errors, MAX_FACET_VALUES, type http, type Input, library } from '@daymark/contracts'
import { Database, Handles, readInstallationId, RpcHandlers } from '@daymark/platform'
import { In } from 'typeorm'
import { Libraries } from '../accounts/change-library.ts'
import { setLiked } from '../albums/add-photos.ts'
import { pickProperties } from '../files/stored-file.ts'
import { replaceTags } from '../tags/photo-tags.ts'
import { findPhoto, assertOwnPhotos } from './find-photo.ts'
import { emitPhotoUpdated } from './photo-events.ts'
import { readPhoto } from './read-photos.ts'
import { EDITED_COLUMNS, Photo } from './photo.entity.ts'
import { RemovePhotos } from './remove-photos.ts'
import { markForProcessing } from './retry-photos.ts'

type FacetRow = http.Facet & { kind: string }

const selectFacetsSql = (kinds: string, order: string): string => `
  SELECT k.kind, f.value, f.photos AS count FROM unnest('{${kinds}}'::text[]) AS k(kind),
    LATERAL (SELECT value, photos FROM photo_facets WHERE owner_id = $1 AND kind = k.kind ORDER BY ${order} LIMIT ${MAX_FACET_VALUES}) AS f
  ORDER BY k.kind, ${order}`
const SELECT_MOST_USED_FACETS = selectFacetsSql('camera,lens,format,orientation', 'photos DESC, value')
const SELECT_NEWEST_FACETS = selectFacetsSql('year,month', 'value DESC')

@RpcHandlers()
export class PhotoHandlers {
  constructor(
    private readonly db: Database,
    private readonly libraries: Libraries,
    private readonly removePhotos: RemovePhotos,
  ) {}

  @Handles(library.deletePhotos)
  async deletePhotos({ ids }: Input<typeof library.deletePhotos>, actor: Actor) {
    return this.libraries.change(actor.userId, async (lockedLibrary, tx) => {
      const photos = await assertOwnPhotos(tx, actor.userId, ids)
      await this.removePhotos.moveToTrash(lockedLibrary, photos)
      return { deleted: photos.length }
    })
  }

  @Handles(library.getInstallation)
  async getInstallation() {
    const [id, isEmpty] = await Promise.all([readInstallationId(this.db), hasNoPhotos(this.db)])
    return { id, isEmpty }
  }

  @Handles(library.getPhoto)
  async getPhoto({ id, brief }: Input<typeof library.getPhoto>, { userId }: Actor) {
    const [photoId = ''] = await assertOwnPhotos(this.db, userId, [id])
    return readPhoto(this.db, photoId, brief ? 'brief' : 'full')
  }

  @Handles(library.listFacets)
  async listFacets(_input: object, { userId }: Actor): Promise<http.ImageFacets> {
    const lists = await Promise.all(
      [SELECT_MOST_USED_FACETS, SELECT_NEWEST_FACETS].map(sql => this.db.sql<FacetRow>(sql, [userId])),
    )
    const facetsOfKind = (kind: string): http.Facet[] =>
      lists
        .flat()
        .filter(row => row.kind === kind)
        .map(({ value, count }) => ({ value, count }))
    return {
      cameras: facetsOfKind('camera'),
      lenses: facetsOfKind('lens'),
      formats: facetsOfKind('format'),
      orientations: facetsOfKind('orientation'),
      years: facetsOfKind('year'),
      months: facetsOfKind('month'),
    }
  }

  @Handles(library.retryPhotos)
  async retryPhotos({ ids }: Input<typeof library.retryPhotos>, actor: Actor) {
    return this.libraries.change(actor.userId, async (lockedLibrary, tx) => {
      const photos = await tx.em.findBy(Photo, { id: In(await assertOwnPhotos(tx, actor.userId, ids)) })
      // photos that are already being processed are no error: the request may be a repetition
      if (photos.every(photo => photo.status === 'completed'))
        throw errors.CONFLICT({ reason: 'Only photos that failed can be processed again.' })
      const failed = photos.filter(photo => photo.status === 'failed')
      markForProcessing(lockedLibrary, failed)
      return { retried: failed.length }
    })
  }

  @Handles(library.updatePhoto)
  async updatePhoto({ id, brief, ...edit }: Input<typeof library.updatePhoto>, actor: Actor) {
    return this.libraries.change(actor.userId, async (lockedLibrary, tx) => {
      const photo = await findPhoto(tx.em, id, actor.userId)
      if (photo.edit(edit, lockedLibrary.now)) {
        await tx.em.update(Photo, photo.id, pickProperties(photo, [...EDITED_COLUMNS, 'version', 'updatedAt']))
        emitPhotoUpdated(tx, photo)
      }
      if (edit.tags) await replaceTags(lockedLibrary, photo.id, edit.tags)
      if (edit.isFavorite !== undefined) await setLiked(lockedLibrary, [photo.id], edit.isFavorite)
      return readPhoto(tx, photo.id, brief ? 'brief' : 'full')
    })
  }
}

/** Returns true if the installation has no photos. Photos in the trash count as photos. */
export async function hasNoPhotos(db: Database): Promise<boolean> {
  const [row] = await db.sql<{ found: boolean }>('SELECT EXISTS (SELECT 1 FROM photos) AS found')
  return !row?.found
}
