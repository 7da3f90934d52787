import {
  act,
  type Actor,
  errors,
  type Input,
  linkCreated,
  type SelectionView,
  sharing,
  sharingAudited,
} from '@daymark/contracts'
import { Clock, Database, type Handler, Handles } from '@daymark/platform'
import { randomUUIDv7 } from 'node:crypto'
import { galleryPhotos } from '../gallery/gallery-photos.ts'
import { announceWatermark } from '../announce-watermark.ts'
import { linkTarget } from '../audited-link.ts'
import { CheckedSettings } from '../checked-settings.ts'
import { linkToken } from '../link-token.ts'
import { Link } from '../link.entity.ts'
import { listLink } from '../../sites/studio-pages/list-link.ts'
import { ownSelection } from './selection.ts'

@Handles(sharing.addSelectionLink)
export class AddSelectionLink implements Handler<typeof sharing.addSelectionLink> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly checked: CheckedSettings,
  ) {}

  async handle({ selectionId, ...wanted }: Input<typeof sharing.addSelectionLink>, actor: Actor) {
    const { id, title } = await ownSelection(this.db, selectionId, actor)
    const settings = await this.checked.of(wanted, actor, [title])
    const now = this.clock.now()
    const link = Link.for(id, actor.userId, { id: randomUUIDv7(), token: linkToken(), createdAt: now })
    link.kind = 'selection'
    link.set(settings, now)
    return this.db.commit(async tx => {
      const held = await tx.sql('SELECT id FROM albums WHERE id = $1 FOR SHARE', [id])
      if (!held.length) throw errors.ALBUM_NOT_FOUND()
      await listLink(tx, link, settings.listed)
      await tx.em.insert(Link, link)
      tx.emit(linkCreated, link.id, link.state(now), actor)
      tx.emit(sharingAudited, ...act(actor, 'link.created', linkTarget(link, title)))
      if (link.watermark) await announceWatermark(tx, link)
      return link.view(title, now)
    })
  }
}

@Handles(sharing.getSelection)
export class GetSelection implements Handler<typeof sharing.getSelection> {
  constructor(private readonly db: Database) {}

  async handle({ id }: Input<typeof sharing.getSelection>, actor: Actor) {
    const { ownerId, title } = await ownSelection(this.db, id, actor)
    const photos = await galleryPhotos<SelectionView['photos'][number]>(
      this.db,
      { albumId: id, ownerId },
      'id, filename, title, width, height, placeholder',
    )
    return { id, title, photos }
  }
}
