import type pg from 'pg'
import { Connection } from './connection.ts'

/**
 * The relay's own connection: it holds the advisory lock by which one process at a time relays, is notified that rows were written and
 * reads them, so that neither a busy pool nor a long transaction is in the way. It is planned once (adr/0013), and the plan must
 * not depend on how full the outbox was at that moment: rows are found by the index or not at all.
 */
const PLANS = ['plan_cache_mode=force_generic_plan', 'enable_seqscan=off', 'enable_bitmapscan=off']
const SETTINGS = [...PLANS, 'tcp_keepalives_idle=10', 'tcp_keepalives_interval=5']

export type LeaderOptions = { url: string; service: string; channel: string; listens: boolean; wake: () => void }

/** Undefined while another process leads. A connection that is lost loses the lock: `gone` is called, then ask again. */
export async function becomeLeader(options: LeaderOptions, gone: (client: pg.Client) => void) {
  const { url, service, channel, listens, wake } = options
  const client = new Connection({
    connectionString: url,
    application_name: `daymark-${service}-relay`,
    options: [`search_path=${service}`, ...SETTINGS].map(setting => `-c ${setting}`).join(' '),
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock(hashtext($1)) AS mine', [
      channel,
    ])
    if (rows[0]?.mine && listens) await client.query(`LISTEN "${channel}"`)
    if (rows[0]?.mine) {
      client.on('notification', wake)
      client.on('end', () => gone(client))
      return client
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  await client.end().catch(() => {})
  return undefined
}
