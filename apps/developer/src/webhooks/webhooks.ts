import { type Actor, type CreatedWebhookView, errors, requireUser, type WebhookView } from '@daymark/contracts'
import { parseIdOrThrow, preparedStatement, Sealer, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { randomBytes } from 'node:crypto'
import { ApiPlan } from '../plans/plans.handlers.ts'
import { type Receiver, Receivers } from '../receivers/receivers.ts'

const SEAL_PURPOSE = 'webhook secret'
/** Length of a secret in bytes. Standard Webhooks permits 24 to 64. */
const SECRET_BYTES = 32

/** Creates and decrypts the signing secrets of webhooks. A secret is returned once and stored encrypted. */
@Injectable()
export class WebhookSecrets {
  constructor(private readonly sealer: Sealer) {}

  create(webhookId: string): { secret: string; sealedSecret: Buffer } {
    const key = randomBytes(SECRET_BYTES)
    return { secret: `whsec_${key.toString('base64')}`, sealedSecret: this.sealer.seal(SEAL_PURPOSE, webhookId, key) }
  }

  /** Decrypts a secret. Returns undefined if DAYMARK_SECRET has changed. */
  decrypt(webhookId: string, sealedSecret: Buffer): Buffer | undefined {
    return this.sealer.open(SEAL_PURPOSE, webhookId, sealedSecret)
  }
}

/** A row of a webhook without its secrets. */
export type WebhookRow = {
  id: string
  ownerId: string
  url: string
  events: WebhookView['events']
  active: boolean
  disabledReason: string | null
  createdAt: Date
  updatedAt: Date
}
export const WEBHOOK_COLUMNS = `id, owner_id AS "ownerId", url, events, active, disabled_reason AS "disabledReason",
  created_at AS "createdAt", updated_at AS "updatedAt"`

const FIND_OWN_WEBHOOK = preparedStatement(`SELECT ${WEBHOOK_COLUMNS} FROM webhooks WHERE id = $1 AND owner_id = $2`)
type SqlClient = Pick<Tx, 'sql'>

export function viewWebhook({ ownerId: _, createdAt, updatedAt, ...row }: WebhookRow): WebhookView {
  return { ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
export const viewCreatedWebhook = (row: WebhookRow, secret: string): CreatedWebhookView => ({
  ...viewWebhook(row),
  secret,
})

export const parseWebhookId = (id: string): string => parseIdOrThrow(errors.WEBHOOK_NOT_FOUND, id)

/** Returns a webhook of an owner. Throws WEBHOOK_NOT_FOUND, also for a webhook of another user. */
export async function findOwnWebhook(db: SqlClient, ownerId: string, id: string): Promise<WebhookRow> {
  return requireWebhook(await db.sql<WebhookRow>(FIND_OWN_WEBHOOK, [parseWebhookId(id), ownerId]))
}

export function requireWebhook([row]: WebhookRow[]): WebhookRow {
  if (!row) throw errors.WEBHOOK_NOT_FOUND()
  return row
}

const MAX_WEBHOOKS_PER_ACCOUNT = 20

/** Rules about who may have webhooks, how many, and to which addresses. */
@Injectable()
export class WebhookRules {
  constructor(
    private readonly plan: ApiPlan,
    private readonly receivers: Receivers,
  ) {}

  /** Returns the id of the caller. Throws PLAN_REQUIRED if the plan does not include webhooks (rule 13). */
  async authorize(actor: Actor): Promise<string> {
    const userId = requireUser(actor)
    const missingPlan = await this.plan.findMissingPlan(userId)
    if (missingPlan) throw errors.PLAN_REQUIRED({ feature: 'API access', ...missingPlan })
    return userId
  }

  assertBelowLimit(count: number): void {
    if (count >= MAX_WEBHOOKS_PER_ACCOUNT)
      throw errors.CONFLICT({
        reason: `You have ${MAX_WEBHOOKS_PER_ACCOUNT} webhooks, which is the limit. Delete one that you no longer need.`,
      })
  }

  /** Throws INVALID_INPUT, with the reason, if the URL is not allowed. */
  async validateReceiver(url: string): Promise<Receiver> {
    return this.receivers.validate(url)
  }
}
