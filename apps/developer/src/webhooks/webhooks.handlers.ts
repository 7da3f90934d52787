import { type Actor, errors, type Input, requireUser, webhooks, DAY_MS } from '@daymark/contracts'
import { Clock, Database, Handles, RpcHandlers } from '@daymark/platform'
import { randomUUIDv7 } from 'node:crypto'
import { DeliveryJobs } from '../sending/delivery-jobs.ts'
import {
  findOwnWebhook,
  parseWebhookId,
  requireWebhook,
  viewCreatedWebhook,
  viewWebhook,
  WEBHOOK_COLUMNS,
  type WebhookRow,
  WebhookRules,
  WebhookSecrets,
} from './webhooks.ts'

const OLD_SECRET_VALID_MS = DAY_MS

type UpdateRequest = Input<typeof webhooks.updateWebhook>

/** Updates a webhook. Turning it on and changing its URL reset `failing_since`. */
const UPDATE_WEBHOOK = `
  UPDATE webhooks SET
    url = coalesce($3, url), host = coalesce($4, host), events = coalesce($5, events), active = coalesce($6, active),
    disabled_reason = CASE WHEN $6 THEN NULL ELSE disabled_reason END,
    failing_since = CASE WHEN $6 OR $3 IS NOT NULL THEN NULL ELSE failing_since END,
    updated_at = $7
  WHERE id = $1 AND owner_id = $2 RETURNING ${WEBHOOK_COLUMNS}`

@RpcHandlers()
export class WebhookHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly rules: WebhookRules,
    private readonly secrets: WebhookSecrets,
    private readonly jobs: DeliveryJobs,
  ) {}

  @Handles(webhooks.createWebhook)
  async createWebhook({ url, events }: Input<typeof webhooks.createWebhook>, actor: Actor) {
    const ownerId = await this.rules.authorize(actor)
    const { href, host } = await this.rules.validateReceiver(url)
    const id = randomUUIDv7()
    const { secret, sealedSecret } = this.secrets.create(id)
    return this.db.commit(async tx => {
      // The lock prevents concurrent requests from exceeding the limit.
      tx.lock(`webhooks:${ownerId}`)
      const existing = await tx.sql('SELECT id FROM webhooks WHERE owner_id = $1', [ownerId])
      this.rules.assertBelowLimit(existing.length)
      const rows = await tx.sql<WebhookRow>(
        `INSERT INTO webhooks (id, owner_id, url, host, events, secret, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING ${WEBHOOK_COLUMNS}`,
        [id, ownerId, href, host, [...new Set(events)], sealedSecret, this.clock.now()],
      )
      // The audit log names only the host, because the URL may contain a secret of the receiver.
      tx.audit(actor, 'webhook.created', { kind: 'webhook', id, name: host })
      return viewCreatedWebhook(requireWebhook(rows), secret)
    })
  }

  @Handles(webhooks.deleteWebhook)
  async deleteWebhook({ webhookId: id }: Input<typeof webhooks.deleteWebhook>, actor: Actor) {
    const ownerId = requireUser(actor)
    await this.db.commit(async tx => {
      const deleteWebhook = 'DELETE FROM webhooks WHERE id = $1 AND owner_id = $2 RETURNING id, host'
      const [webhook] = await tx.sql<{ id: string; host: string }>(deleteWebhook, [parseWebhookId(id), ownerId])
      if (!webhook) throw errors.WEBHOOK_NOT_FOUND()
      tx.audit(actor, 'webhook.deleted', { kind: 'webhook', id: webhook.id, name: webhook.host })
    })
    return { success: true as const }
  }

  @Handles(webhooks.getWebhook)
  async getWebhook({ webhookId }: Input<typeof webhooks.getWebhook>, actor: Actor) {
    return viewWebhook(await findOwnWebhook(this.db, requireUser(actor), webhookId))
  }

  /** Returns all webhooks in one response, because their number is limited. */
  @Handles(webhooks.listWebhooks)
  async listWebhooks(_: object, actor: Actor) {
    const rows = await this.db.sql<WebhookRow>(
      `SELECT ${WEBHOOK_COLUMNS} FROM webhooks WHERE owner_id = $1 ORDER BY id`,
      [requireUser(actor)],
    )
    return { webhooks: rows.map(viewWebhook) }
  }

  @Handles(webhooks.rotateSecret)
  async rotateSecret({ webhookId: rawId }: Input<typeof webhooks.rotateSecret>, actor: Actor) {
    const ownerId = await this.rules.authorize(actor)
    const id = parseWebhookId(rawId)
    const { secret, sealedSecret } = this.secrets.create(id)
    const now = this.clock.now()
    const rows = await this.db.commit(tx =>
      tx.sql<WebhookRow>(
        `UPDATE webhooks SET old_secret = secret, old_secret_until = $4, secret = $3, updated_at = $5
         WHERE id = $1 AND owner_id = $2 RETURNING ${WEBHOOK_COLUMNS}`,
        [id, ownerId, sealedSecret, new Date(+now + OLD_SECRET_VALID_MS), now],
      ),
    )
    return viewCreatedWebhook(requireWebhook(rows), secret)
  }

  @Handles(webhooks.updateWebhook)
  async updateWebhook({ webhookId: rawId, url, active, events: eventTypes }: UpdateRequest, actor: Actor) {
    const ownerId = requireUser(actor)
    const id = parseWebhookId(rawId)
    await findOwnWebhook(this.db, ownerId, id)
    // A request that only pauses the webhook needs no plan.
    if (active !== false || url !== undefined || eventTypes) await this.rules.authorize(actor)
    const receiver = url === undefined ? undefined : await this.rules.validateReceiver(url)
    const events = eventTypes && [...new Set(eventTypes)]
    return this.db.commit(async tx => {
      const values = [id, ownerId, receiver?.href, receiver?.host, events, active, this.clock.now()]
      const row = requireWebhook(await tx.sql<WebhookRow>(UPDATE_WEBHOOK, values))
      await this.jobs.resume(tx, id)
      return viewWebhook(row)
    })
  }
}
