import type { Tx } from '@daymark/platform'

/** A delivery that this process has taken to send, with what it needs to know of its webhook. */
export type Taken = {
  id: string
  webhookId: string
  ownerId: string
  host: string
  url: string
  type: string
  data: string
  createdAt: Date
  retry: number
  takenAt: Date
  /** When it was to be sent. Of one that is sent outside of its turn: nothing. */
  dueAt?: Date
  secret: Buffer
  oldSecret: Buffer | null
  oldSecretUntil: Date | null
}
/** Of `deliveries d` and `webhooks w`. */
export const TAKEN = `d.id, d.webhook_id AS "webhookId", w.owner_id AS "ownerId", w.host, w.url, d.type, d.data,
  d.created_at AS "createdAt", d.retry, d.taken_at AS "takenAt", w.secret, w.old_secret AS "oldSecret",
  w.old_secret_until AS "oldSecretUntil"`

/**
 * Nobody waits for the disk: a database that dies forgets at most that a delivery was taken, or what became of it, and then it is
 * sent once more.
 */
export function repeatable(tx: Tx): void {
  void tx.sql('SET LOCAL synchronous_commit = off')
}
