import { type Actor, type Input, MAX_OUTGOING_ITEMS, outgoing, requireSuperAdmin } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'

type Row = { id: string; ownerId: string; host: string; since: Date; lastError: string | null; active: boolean }
/** Only the host, because the path of an address may contain a secret. */
const FAILING = `
  SELECT id, owner_id AS "ownerId", host, failing_since AS since, active,
    (SELECT d.error FROM deliveries d WHERE d.webhook_id = w.id AND d.error IS NOT NULL ORDER BY seq DESC LIMIT 1) AS "lastError"
  FROM webhooks w WHERE failing_since IS NOT NULL ORDER BY failing_since DESC LIMIT ${MAX_OUTGOING_ITEMS}`

@Handles(outgoing.webhooks)
export class GetWebhooks implements Handler<typeof outgoing.webhooks> {
  constructor(private readonly db: Database) {}

  async handle(_: Input<typeof outgoing.webhooks>, actor: Actor) {
    requireSuperAdmin(actor)
    const [[row], failing] = await Promise.all([
      this.db.sql<{ waiting: string }>(`SELECT count(*) AS waiting FROM deliveries WHERE status = 'pending'`),
      this.db.sql<Row>(FAILING),
    ])
    const webhooks = failing.map(({ since, ...webhook }) => ({ ...webhook, failingSince: since.toISOString() }))
    return { waiting: Number(row?.waiting), failing: webhooks }
  }
}
