import { sharing, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { ownLink } from '../../visitors/own-link.ts'
import { waitingOf } from './waiting.ts'

@Handles(sharing.listWaiting)
export class ListWaiting implements Handler<typeof sharing.listWaiting> {
  constructor(private readonly db: Database) {}

  async handle({ linkId }: Input<typeof sharing.listWaiting>, actor: Actor) {
    const { id } = await ownLink(this.db, linkId, actor)
    return { waiting: await waitingOf(this.db, id) }
  }
}
