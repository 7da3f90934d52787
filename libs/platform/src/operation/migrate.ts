import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { loadConfig } from '../config/config.ts'
import type { Env } from '../config/env.ts'
import { PlatformConfig } from '../config/platform.config.ts'
import { Connection } from '../db/connection.ts'
import { prepareRoles } from '../db/roles.ts'
import { consumersOfService } from '../events/subscriptions.ts'
import type { ServiceDefinition } from '../service/define-service.ts'
import { consumersOf, ensureConsumer, ensureStream, STREAM } from '../transport/jetstream.ts'
import { connectionOptions, waitForServer } from '../transport/nats-connection.ts'
import { withDatabase } from './command-database.ts'
import { SETUP_USER } from './nats-config.ts'

/**
 * Rejects if the database or the bus is unavailable, or if `daymark migrate` has not prepared them for these services. Without services, it
 * checks what `daymark migrate` itself needs.
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
  const names = defs.length ? defs.map(def => def.name) : [SETUP_USER]
  const connection = await connect({ ...connectionOptions(platform, names), reconnect: false })
  try {
    const manager = await jetstreamManager(connection, { checkAPI: false })
    const consumers = defs
      .flatMap(def => consumersOfService(def.name, def.subscribers ?? []))
      .flatMap(consumer => consumersOf(consumer, connection.info?.version))
    // A service without consumers needs the stream too.
    if (defs.length > 0) await manager.streams.info(STREAM)
    for (const { durable } of consumers) await manager.consumers.info(STREAM, durable)
  } finally {
    await connection.close()
  }
}

/** Creates roles, schemas and tables of these services and their consumers on the bus. Returns the migrations that ran. */
export async function migrate(defs: ServiceDefinition[], env: Env): Promise<{ service: string; done: string[] }[]> {
  const platform = loadConfig(PlatformConfig, env)
  const defsWithDatabase = defs.filter(d => d.database !== false)
  await prepareRoles(
    platform.databaseUrl,
    defsWithDatabase.map(d => d.name),
    platform.secret,
  )
  const results = []
  for (const def of defsWithDatabase) {
    const migrationNames = await withDatabase(env, { service: def.name, migrations: def.migrations ?? [] }, db =>
      db.migrate(),
    )
    results.push({ service: def.name, done: migrationNames })
  }
  if (platform.natsUrl) results.push({ service: 'bus', done: await prepareBus(platform, defsWithDatabase) })
  return results
}

/** Creates the stream and a consumer for each priority. Services with their own NATS permissions may not create them. */
async function prepareBus(platform: PlatformConfig, defs: ServiceDefinition[]): Promise<string[]> {
  const options = connectionOptions(platform, [SETUP_USER])
  await waitForServer(options, () => {})
  const connection = await connect(options)
  try {
    const manager = await jetstreamManager(connection, { checkAPI: false })
    await ensureStream(manager, platform.natsReplicas)
    const { ackWaitMs } = platform
    const options = defs.flatMap(def => consumersOfService(def.name, def.subscribers ?? []))
    const consumers = options.flatMap(consumer => consumersOf(consumer, connection.info?.version))
    for (const spec of consumers) await ensureConsumer(manager, spec, ackWaitMs, { mayNarrow: true })
    return [STREAM, ...consumers.map(({ durable }) => durable)]
  } finally {
    await connection.close()
  }
}
