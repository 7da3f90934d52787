import { randomUUIDv7 } from 'node:crypto'
import { act, type Actor, developerAudited, type Input, webhooks } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles } from '@daymark/platform'
import { Secrets } from './secrets.ts'
import { found, viewCreated, WEBHOOK, type WebhookRow } from './webhook-rows.ts'
import { WebhookRules } from './webhook-rules.ts'

@Handles(webhooks.createWebhook)
export class CreateWebhook implements Handler<typeof webhooks.createWebhook> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly rules: WebhookRules,
    private readonly secrets: Secrets,
  ) {}

  async handle({ url, events }: Input<typeof webhooks.createWebhook>, actor: Actor) {
    const ownerId = await this.rules.authorize(actor)
    const { href, host } = await this.rules.receiver(url)
    const id = randomUUIDv7()
    const { secret, sealed } = this.secrets.make(id)
    return this.db.commit(async tx => {
      // two at once must not both be the last that is allowed
      void tx.sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`webhooks:${ownerId}`])
      const there = await tx.sql('SELECT id FROM webhooks WHERE owner_id = $1', [ownerId])
      this.rules.assertRoom(there.length)
      const rows = await tx.sql<WebhookRow>(
        `INSERT INTO webhooks (id, owner_id, url, host, events, secret, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING ${WEBHOOK}`,
        [id, ownerId, href, host, [...new Set(events)], sealed, this.clock.now()],
      )
      // its address may hold a secret of the receiver's; its host tells where it goes
      tx.emit(developerAudited, ...act(actor, 'webhook.created', { kind: 'webhook', id, name: host }))
      return viewCreated(found(rows), secret)
    })
  }
}
