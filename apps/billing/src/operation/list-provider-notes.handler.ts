import { type Actor, type Input, outgoing, requireSuperAdmin } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { ProviderNote } from '../events/provider-note.entity.ts'

const MOST = 200

@Handles(outgoing.providerNotes)
export class ListProviderNotes implements Handler<typeof outgoing.providerNotes> {
  constructor(private readonly db: Database) {}

  async handle(_: Input<typeof outgoing.providerNotes>, actor: Actor) {
    requireSuperAdmin(actor)
    const found = await this.db.em.find(ProviderNote, { order: { notedAt: 'DESC', id: 'DESC' }, take: MOST })
    return {
      notes: found.map(({ id, kind, userId, amount, currency, status, reason, notedAt }) => ({
        ...{ id, kind, userId, amount, currency, status, reason },
        notedAt: notedAt.toISOString(),
      })),
    }
  }
}
