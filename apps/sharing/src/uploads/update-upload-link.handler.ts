import { sharing, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { assertSection, countGuests, lockUploadLink } from './own-upload-link.ts'

@Handles(sharing.updateUploadLink)
export class UpdateUploadLink implements Handler<typeof sharing.updateUploadLink> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly passwords: Passwords,
  ) {}

  async handle({ id, password, ...settings }: Input<typeof sharing.updateUploadLink>, actor: Actor) {
    const none = password === undefined ? undefined : null
    const passwordHash = password ? await this.passwords.hash(password, actor.userId) : none
    return this.db.commit(async tx => {
      const link = await lockUploadLink(tx, id, actor)
      link.set({ ...settings, passwordHash })
      if (settings.sectionId) await assertSection(tx, link)
      await tx.em.save(link)
      return link.view((await countGuests(tx, [link.id])).get(link.id) ?? 0, this.clock.now())
    })
  }
}
