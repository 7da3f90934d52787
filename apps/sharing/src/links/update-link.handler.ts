import { linkChanged, sharing, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, isId, type Handler } from '@daymark/platform'
import { joinWaiting } from '../first-look/join-waiting.ts'
import { claimName } from '../names/claim-name.ts'
import { holdStudioPage, listLink } from '../studio-pages/list-link.ts'
import { announceWatermark } from './announce-watermark.ts'
import { CheckedSettings } from './checked-settings.ts'
import { lockLink } from './lock-link.ts'

@Handles(sharing.updateLink)
export class UpdateLink implements Handler<typeof sharing.updateLink> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly checked: CheckedSettings,
  ) {}

  async handle({ id, byMail = false, ...wanted }: Input<typeof sharing.updateLink>, actor: Actor) {
    const names = wanted.password ? await this.namesOf(id, actor) : []
    const settings = await this.checked.of(wanted, actor, names)
    return this.db.commit(async tx => {
      if (settings.listed !== undefined) await holdStudioPage(tx, actor.userId)
      const { link, albumTitle } = await lockLink(tx, id, actor)
      const now = this.clock.now()
      const { slug: before, watermark: wasMarked, firstLook: wasFirstLook } = link
      link.set(settings, now)
      await listLink(tx, link, settings.listed)
      await tx.em.save(link)
      await claimName(tx, link, before, now)
      if (byMail && link.firstLook && !wasFirstLook) await joinWaiting(tx, link, now)
      tx.emit(linkChanged, link.id, link.state(now), actor)
      if (link.watermark && !wasMarked) await announceWatermark(tx, link)
      return link.view(albumTitle, now)
    })
  }

  private async namesOf(id: string, { userId }: Actor): Promise<string[]> {
    if (!isId(id) || !isId(userId)) return []
    const [row] = await this.db.sql<{ title: string; slug: string | null }>(
      'SELECT a.title, l.slug FROM links l JOIN albums a ON a.id = l.album_id WHERE l.id = $1 AND l.owner_id = $2',
      [id, userId],
    )
    return row ? [row.title, row.slug ?? ''] : []
  }
}
