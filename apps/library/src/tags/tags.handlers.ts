import { type Actor, errors, type Input, library, type TagView } from '@daymark/contracts'
import { Clock, Database, Handles, RpcHandlers } from '@daymark/platform'
import { readLibraryVersion, Libraries } from '../accounts/change-library.ts'
import { findPhoto, assertOwnPhotos } from '../photos/find-photo.ts'
import { TrashAlbumsAndTags } from '../trash/trash-albums-and-tags.ts'
import { assertOwnTags, attachTags, detachTags, findTag, readTagsOfPhoto } from './photo-tags.ts'
import { Tag } from './tag.entity.ts'

/** Maximum number of tag attachments per call, so that a call takes much less time than the RPC timeout. */
const MAX_ATTACHMENTS = 50_000

@RpcHandlers()
export class TagHandlers {
  constructor(
    private readonly db: Database,
    private readonly libraries: Libraries,
    private readonly clock: Clock,
    private readonly trash: TrashAlbumsAndTags,
  ) {}

  /** Attaches all given tags to all given photos. Other tags of the photos stay (rule 24). */
  @Handles(library.applyTags)
  async applyTags({ photoIds, tagIds }: Input<typeof library.applyTags>, { userId }: Actor) {
    if (photoIds.length * tagIds.length > MAX_ATTACHMENTS)
      throw errors.INVALID_INPUT({ reason: 'Too many photos or tags. Apply fewer at once.' })
    return this.libraries.change(userId, async (lockedLibrary, tx) => {
      const photos = await assertOwnPhotos(tx, userId, photoIds)
      const tags = await assertOwnTags(tx, userId, tagIds)
      await attachTags(lockedLibrary, photos, tags)
      return { applied: photos.length }
    })
  }

  @Handles(library.attachTag)
  async attachTag({ id, tagId }: Input<typeof library.attachTag>, { userId }: Actor) {
    return this.libraries.change(userId, async (lockedLibrary, tx) => {
      const photo = await findPhoto(tx.em, id, userId)
      const tag = await findTag(tx.em, tagId, userId)
      await attachTags(lockedLibrary, [photo.id], [tag.id])
      return readTagsOfPhoto(tx, photo.id)
    })
  }

  /** Creates a tag. Returns the existing tag if one has the same label, ignoring case (rule 24). */
  @Handles(library.createTag)
  async createTag({ label }: Input<typeof library.createTag>, { userId: ownerId }: Actor) {
    const tag = Tag.create(ownerId, label, this.clock.now())
    return this.libraries.change(ownerId, async ({ tx, libraryWideChanges }) => {
      const existing = await tx.em.findOneBy(Tag, { ownerId, labelKey: tag.labelKey })
      if (existing) return existing.toView()
      await tx.em.insert(Tag, tag)
      libraryWideChanges.add('tags')
      return tag.toView()
    })
  }

  /** Deletes a tag and detaches it from all photos (L-API-33). Restoring the tag restores the attachments. */
  @Handles(library.deleteTag)
  async deleteTag({ id }: Input<typeof library.deleteTag>, actor: Actor) {
    await this.libraries.change(actor.userId, async (lockedLibrary, tx) => {
      const tag = await findTag(tx.em, id, actor.userId)
      await this.trash.trashTag(lockedLibrary, tag)
      await tx.em.delete(Tag, tag.id)
      lockedLibrary.libraryWideChanges.add('tags')
    })
    return { success: true as const }
  }

  @Handles(library.detachTag)
  async detachTag({ id, tagId }: Input<typeof library.detachTag>, { userId }: Actor) {
    return this.libraries.change(userId, async (lockedLibrary, tx) => {
      const photo = await findPhoto(tx.em, id, userId)
      const tag = await findTag(tx.em, tagId, userId)
      await detachTags(lockedLibrary, [photo.id], [tag.id])
      return readTagsOfPhoto(tx, photo.id)
    })
  }

  @Handles(library.listPhotoTags)
  async listPhotoTags({ id }: Input<typeof library.listPhotoTags>, actor: Actor) {
    const photo = await findPhoto(this.db.em, id, actor.userId)
    return readTagsOfPhoto(this.db, photo.id)
  }

  @Handles(library.listTagPage)
  async listTagPage({ limit, offset, knownVersion }: Input<typeof library.listTagPage>, { userId }: Actor) {
    // read before the tags, so that the list is at least as new as its version
    const version = await readLibraryVersion(this.db, userId)
    if (version === knownVersion) return { tags: [], total: 0, version }
    const [tags, [counted]] = await Promise.all([
      this.db.sql<TagView>(
        `SELECT id, label, usage_count AS "usageCount" FROM tags WHERE owner_id = $1
         ORDER BY label, id LIMIT $2::bigint OFFSET $3::bigint`,
        [userId, limit, offset],
      ),
      this.db.sql<{ total: number }>('SELECT count(*)::int AS total FROM tags WHERE owner_id = $1', [userId]),
    ])
    return { tags, total: counted?.total ?? 0, version }
  }

  @Handles(library.listTags)
  async listTags(_input: object, { userId }: Actor) {
    const tags = await this.db.em.find(Tag, { where: { ownerId: userId }, order: { label: 'ASC' } })
    return tags.map(tag => tag.toView())
  }

  @Handles(library.getTag)
  async getTag({ id }: Input<typeof library.getTag>, { userId }: Actor) {
    return (await findTag(this.db.em, id, userId)).toView()
  }

  @Handles(library.renameTag)
  async renameTag({ id, label }: Input<typeof library.renameTag>, { userId: ownerId }: Actor) {
    return this.libraries.change(ownerId, async ({ tx, libraryWideChanges }) => {
      const tag = await findTag(tx.em, id, ownerId)
      tag.rename(label)
      const tagWithSameLabel = await tx.em.findOneBy(Tag, { ownerId, labelKey: tag.labelKey })
      if (tagWithSameLabel && tagWithSameLabel.id !== tag.id) throw errors.TAG_EXISTS()
      libraryWideChanges.add('tags')
      await tx.em.update(Tag, tag.id, { label: tag.label, labelKey: tag.labelKey })
      return tag.toView()
    })
  }
}
