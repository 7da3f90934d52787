import { randomUUIDv7 } from 'node:crypto'
import { act, linkCreated, sharing, sharingAudited, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { CatchUp } from '../copy/catch-up.ts'
import { holdAlbum } from '../copy/hold-album.ts'
import { claimName } from '../names/claim-name.ts'
import { announceWatermark } from './announce-watermark.ts'
import { linkTarget } from './audited-link.ts'
import { CheckedSettings } from './checked-settings.ts'
import { linkToken } from './link-token.ts'
import { Link } from './link.entity.ts'
import { listLink } from '../studio-pages/list-link.ts'

@Handles(sharing.createLink)
export class CreateLink implements Handler<typeof sharing.createLink> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly catchUp: CatchUp,
    private readonly checked: CheckedSettings,
  ) {}

  async handle(input: Input<typeof sharing.createLink>, actor: Actor) {
    const { albumId, albumTitle, albumVersion, ...wanted } = input
    const settings = await this.checked.of(wanted, actor, [albumTitle])
    await this.catchUp.with(albumId, actor.userId, albumVersion)
    const now = this.clock.now()
    const link = Link.for(albumId, actor.userId, { id: randomUUIDv7(), token: linkToken(), createdAt: now })
    link.set(settings, now)
    return this.db.commit(async tx => {
      await holdAlbum(tx, albumId)
      await listLink(tx, link, settings.listed)
      await tx.em.insert(Link, link)
      await claimName(tx, link, null, now)
      tx.emit(linkCreated, link.id, link.state(now), actor)
      tx.emit(sharingAudited, ...act(actor, 'link.created', linkTarget(link, albumTitle)))
      if (link.watermark) await announceWatermark(tx, link)
      return link.view(albumTitle, now)
    })
  }
}
