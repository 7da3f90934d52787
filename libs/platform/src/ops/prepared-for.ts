import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import type { PlatformConfig } from '../config/platform.config.ts'
import { Connection } from '../db/connection.ts'
import type { ServiceDefinition } from '../service/define-service.ts'
import { lanesOf } from '../service/subscriptions.ts'
import { placesOf, STREAM } from '../transport/jetstream.ts'
import { connectionOptions } from '../transport/nats-connection.ts'
import { SETUP } from '../transport/permissions.ts'

/**
 * Rejects while database or bus are away, or lack what `daymark migrate` makes for these services; without services, for `daymark
 * migrate` itself.
 */
export async function preparedFor(defs: ServiceDefinition[], platform: PlatformConfig): Promise<void> {
  if (defs.length === 0 || defs.some(def => def.database !== false)) await databaseAnswers(platform)
  if (platform.natsUrl) await busIsPrepared(defs, platform)
}

async function databaseAnswers({ databaseUrl }: PlatformConfig): Promise<void> {
  const client = new Connection({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    await client.query('SELECT 1')
  } finally {
    await client.end()
  }
}

async function busIsPrepared(defs: ServiceDefinition[], platform: PlatformConfig): Promise<void> {
  const names = defs.length ? defs.map(def => def.name) : [SETUP]
  const connection = await connect({ ...connectionOptions(platform, names), reconnect: false })
  try {
    const manager = await jetstreamManager(connection, { checkAPI: false })
    const places = defs
      .flatMap(def => lanesOf(def.name, def.subscribers ?? []))
      .flatMap(lane => placesOf(lane, connection.info?.version))
    // a service that receives no events cannot start without it either
    if (defs.length > 0) await manager.streams.info(STREAM)
    for (const { durable } of places) await manager.consumers.info(STREAM, durable)
  } finally {
    await connection.close()
  }
}
