import { sharing, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { ownLink } from '../../visitors/own-link.ts'
import { lockThread, OWNER, resolve } from '../changed-threads.ts'

@Handles(sharing.resolveThread)
export class ResolveThread implements Handler<typeof sharing.resolveThread> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ linkId, threadId, resolved }: Input<typeof sharing.resolveThread>, actor: Actor) {
    return this.db.commit(async tx => {
      const link = await ownLink(tx, linkId, actor)
      const thread = await lockThread(tx, link, threadId)
      resolve(tx, link, thread, { resolved, author: OWNER, now: this.clock.now() })
      return { success: true as const }
    })
  }
}
