import { type Actor, type Input, webhooks } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles } from '@daymark/platform'
import { Secrets } from './secrets.ts'
import { found, viewCreated, WEBHOOK, webhookId, type WebhookRow } from './webhook-rows.ts'
import { WebhookRules } from './webhook-rules.ts'

const BOTH_MS = 24 * 3_600_000

@Handles(webhooks.rotateSecret)
export class RotateSecret implements Handler<typeof webhooks.rotateSecret> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly rules: WebhookRules,
    private readonly secrets: Secrets,
  ) {}

  async handle({ webhookId: given }: Input<typeof webhooks.rotateSecret>, actor: Actor) {
    const ownerId = await this.rules.authorize(actor)
    const id = webhookId(given)
    const { secret, sealed } = this.secrets.make(id)
    const now = this.clock.now()
    const rows = await this.db.commit(tx =>
      tx.sql<WebhookRow>(
        `UPDATE webhooks SET old_secret = secret, old_secret_until = $4, secret = $3, updated_at = $5
         WHERE id = $1 AND owner_id = $2 RETURNING ${WEBHOOK}`,
        [id, ownerId, sealed, new Date(+now + BOTH_MS), now],
      ),
    )
    return viewCreated(found(rows), secret)
  }
}
