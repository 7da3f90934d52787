import { linkChanged, sharing, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { lockOwnLink } from './own-links.ts'
import { WatermarkRule } from './watermark-rule.ts'

@Handles(sharing.updateLink)
export class UpdateLink implements Handler<typeof sharing.updateLink> {
  private readonly db: Database
  private readonly clock: Clock
  private readonly watermarks: WatermarkRule
  private readonly passwords: Passwords
  constructor(db: Database, clock: Clock, watermarks: WatermarkRule, passwords: Passwords) {
    this.db = db
    this.clock = clock
    this.watermarks = watermarks
    this.passwords = passwords
  }

  async handle({ id, password, ...settings }: Input<typeof sharing.updateLink>, actor: Actor) {
    await this.watermarks.check(settings.watermark, actor)
    const passwordHash = password
      ? await this.passwords.hash(password, actor.userId)
      : password === undefined
        ? undefined
        : null
    return this.db.commit(async tx => {
      const { link, albumTitle } = await lockOwnLink(tx, id, actor)
      const now = this.clock.now()
      link.set({ ...settings, passwordHash })
      await tx.em.save(link)
      tx.emit(linkChanged, link.id, link.state(now), actor)
      return link.view(albumTitle, now)
    })
  }
}
