import type pg from 'pg'
import { Connection } from '../db/connection.ts'

/**
 * The relay has a separate connection that holds the advisory lock, receives notifications and reads rows, so that a busy pool or a long
 * transaction does not delay it. Its statement is planned once (adr/0013); these settings force the index, because a plan made for an
 * empty outbox would be slow for a full one.
 */
const PLANNER_SETTINGS = ['plan_cache_mode=force_generic_plan', 'enable_seqscan=off', 'enable_bitmapscan=off']
const CONNECTION_SETTINGS = [...PLANNER_SETTINGS, 'tcp_keepalives_idle=10', 'tcp_keepalives_interval=5']

export type LeaderOptions = { url: string; service: string; channel: string; onNotified: (payload: string) => void }

/**
 * Opens the connection of the leader; undefined while another process is the leader. If the connection is lost, so is the lock: `onLost` is
 * called, and the caller tries again.
 */
export async function becomeLeader(options: LeaderOptions, onLost: (client: pg.Client) => void) {
  const { url, service, channel, onNotified } = options
  const client = new Connection({
    connectionString: url,
    application_name: `daymark-${service}-relay`,
    options: [`search_path=${service}`, ...CONNECTION_SETTINGS].map(setting => `-c ${setting}`).join(' '),
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock(hashtext($1)) AS mine', [
      channel,
    ])
    if (rows[0]?.mine) {
      client.on('notification', ({ payload = '' }) => onNotified(payload))
      await client.query(`LISTEN "${channel}"`)
      client.on('end', () => onLost(client))
      return client
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  await client.end().catch(() => {})
  return undefined
}
