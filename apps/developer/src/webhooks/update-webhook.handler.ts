import { type Actor, type Input, requireUser, webhooks } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles } from '@daymark/platform'
import { DeliveryQueue } from '../sending/delivery-queue.ts'
import { found, ownWebhook, viewWebhook, WEBHOOK, webhookId, type WebhookRow } from './webhook-rows.ts'
import { WebhookRules } from './webhook-rules.ts'

type Changes = Input<typeof webhooks.updateWebhook>

/** Whoever turns one on again, or gives it another address, begins anew: how long it failed before does not count. */
const UPDATE = `
  UPDATE webhooks SET
    url = coalesce($3, url), host = coalesce($4, host), events = coalesce($5, events), active = coalesce($6, active),
    disabled_reason = CASE WHEN $6 THEN NULL ELSE disabled_reason END,
    failing_since = CASE WHEN $6 OR $3 IS NOT NULL THEN NULL ELSE failing_since END,
    updated_at = $7
  WHERE id = $1 AND owner_id = $2 RETURNING ${WEBHOOK}`

@Handles(webhooks.updateWebhook)
export class UpdateWebhook implements Handler<typeof webhooks.updateWebhook> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly rules: WebhookRules,
    private readonly queue: DeliveryQueue,
  ) {}

  async handle({ webhookId: given, url, active, ...rest }: Changes, actor: Actor) {
    const ownerId = requireUser(actor)
    const id = webhookId(given)
    await ownWebhook(this.db, ownerId, id)
    // pausing needs no plan
    if (active !== false || url !== undefined || rest.events) await this.rules.authorize(actor)
    const receiver = url === undefined ? undefined : await this.rules.receiver(url)
    const events = rest.events && [...new Set(rest.events)]
    return this.db.commit(async tx => {
      const values = [id, ownerId, receiver?.href, receiver?.host, events, active, this.clock.now()]
      const row = found(await tx.sql<WebhookRow>(UPDATE, values))
      this.queue.wakeAfter(tx)
      return viewWebhook(row)
    })
  }
}
