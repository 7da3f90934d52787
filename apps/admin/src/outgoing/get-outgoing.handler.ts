import { type Actor, type Input, operations, outgoing, requireSuperAdmin } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { notesOf, Owners } from '../dashboard/owners.ts'

@Handles(operations.getOutgoing)
export class GetOutgoing implements Handler<typeof operations.getOutgoing> {
  private readonly owners: Owners
  constructor(owners: Owners) {
    this.owners = owners
  }

  async handle(_: Input<typeof operations.getOutgoing>, actor: Actor) {
    requireSuperAdmin(actor)
    const [mails, webhooks, domains] = await Promise.all([
      this.owners.recent(outgoing.mails, {}, actor),
      this.owners.recent(outgoing.webhooks, {}, actor),
      this.owners.recent(outgoing.domains, {}, actor),
    ])
    const shown = domains.value?.domains.map(domain => ({ ...domain, certificateUntil: null })) ?? null
    return { mails: mails.value, webhooks: webhooks.value, domains: shown, notes: notesOf(mails, webhooks, domains) }
  }
}
