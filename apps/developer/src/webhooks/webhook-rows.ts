import { type CreatedWebhookView, errors, type WebhookView } from '@daymark/contracts'
import { idOr, prepared, type Tx } from '@daymark/platform'

/** A webhook without its secrets. */
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
export const WEBHOOK = `id, owner_id AS "ownerId", url, events, active, disabled_reason AS "disabledReason",
  created_at AS "createdAt", updated_at AS "updatedAt"`

const OWN = prepared(`SELECT ${WEBHOOK} FROM webhooks WHERE id = $1 AND owner_id = $2`)
type Reader = Pick<Tx, 'sql'>

export function viewWebhook({ ownerId: _, createdAt, updatedAt, ...row }: WebhookRow): WebhookView {
  return { ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
export const viewCreated = (row: WebhookRow, secret: string): CreatedWebhookView => ({ ...viewWebhook(row), secret })

export const webhookId = (id: string): string => idOr(errors.WEBHOOK_NOT_FOUND, id)

/** WEBHOOK_NOT_FOUND, also for a webhook of another user. */
export async function ownWebhook(db: Reader, ownerId: string, id: string): Promise<WebhookRow> {
  return requireWebhook(await db.sql<WebhookRow>(OWN, [webhookId(id), ownerId]))
}

export function requireWebhook([row]: WebhookRow[]): WebhookRow {
  if (!row) throw errors.WEBHOOK_NOT_FOUND()
  return row
}
