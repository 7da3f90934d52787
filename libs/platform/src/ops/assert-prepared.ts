import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import type { PlatformConfig } from '../config/platform.config.ts'
import { Connection } from '../db/connection.ts'
import type { ServiceDefinition } from '../service/define-service.ts'
import { consumersOfService } from '../events/subscriptions.ts'
import { consumersOf, STREAM } from '../transport/jetstream.ts'
import { connectionOptions } from '../transport/nats-connection.ts'
import { SETUP } from '../transport/permissions.ts'

/**
 * Rejects while database or bus are unavailable, or while `daymark migrate` has not prepared them for these services. Without services
 * it checks what `daymark migrate` itself needs.
 */
export async function assertPrepared(defs: ServiceDefinition[], platform: PlatformConfig): Promise<void> {
  if (defs.length === 0 || defs.some(def => def.database !== false)) await assertDatabase(platform)
  if (platform.natsUrl) await assertBusPrepared(defs, platform)
}

async function assertDatabase({ databaseUrl }: PlatformConfig): Promise<void> {
  const client = new Connection({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    await client.query('SELECT 1')
  } finally {
    await client.end()
  }
}

async function assertBusPrepared(defs: ServiceDefinition[], platform: PlatformConfig): Promise<void> {
  const names = defs.length ? defs.map(def => def.name) : [SETUP]
  const connection = await connect({ ...connectionOptions(platform, names), reconnect: false })
  try {
    const manager = await jetstreamManager(connection, { checkAPI: false })
    const consumers = defs
      .flatMap(def => consumersOfService(def.name, def.subscribers ?? []))
      .flatMap(one => consumersOf(one, connection.info?.version))
    // a service without consumers cannot start without the stream either
    if (defs.length > 0) await manager.streams.info(STREAM)
    for (const { durable } of consumers) await manager.consumers.info(STREAM, durable)
  } finally {
    await connection.close()
  }
}
