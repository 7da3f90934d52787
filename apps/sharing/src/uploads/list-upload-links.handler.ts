import { errors, sharing, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, isId, type Handler } from '@daymark/platform'
import { countGuests } from './own-upload-link.ts'
import { UploadLink } from './upload-link.entity.ts'

/** The newest first. */
@Handles(sharing.listUploadLinks)
export class ListUploadLinks implements Handler<typeof sharing.listUploadLinks> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ albumId }: Input<typeof sharing.listUploadLinks>, { userId: ownerId }: Actor) {
    if (!isId(albumId) || !isId(ownerId)) return { links: [] }
    const links = await this.db.em.find(UploadLink, {
      where: { albumId, ownerId },
      order: { createdAt: 'DESC', id: 'DESC' },
    })
    const guests = await countGuests(
      this.db,
      links.map(({ id }) => id),
    )
    return { links: links.map(link => link.view(guests.get(link.id) ?? 0, this.clock.now())) }
  }
}

/** Somebody else's does not exist. */
@Handles(sharing.getUploadLink)
export class GetUploadLink implements Handler<typeof sharing.getUploadLink> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id }: Input<typeof sharing.getUploadLink>, { userId: ownerId }: Actor) {
    const link = isId(id) && isId(ownerId) ? await this.db.em.findOneBy(UploadLink, { id, ownerId }) : null
    if (!link) throw errors.UPLOAD_LINK_NOT_FOUND()
    return link.view((await countGuests(this.db, [link.id])).get(link.id) ?? 0, this.clock.now())
  }
}
