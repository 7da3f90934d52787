import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { loadConfig } from '../config/config.ts'
import type { Env } from '../config/env.ts'
import { PlatformConfig } from '../config/platform.config.ts'
import { prepareRoles } from '../db/roles.ts'
import type { ServiceDefinition } from '../service/define-service.ts'
import { lanesOf } from '../service/subscriptions.ts'
import { ensureConsumer, ensureStream, placesOf, STREAM } from '../transport/jetstream.ts'
import { connectionOptions, untilAccepted } from '../transport/nats-connection.ts'
import { SETUP } from '../transport/permissions.ts'
import { withDatabase } from './with-database.ts'

/** Roles, schemas and tables of these services, and their places on the bus; answers what ran. */
export async function migrate(defs: ServiceDefinition[], env: Env): Promise<{ service: string; done: string[] }[]> {
  const platform = loadConfig(PlatformConfig, env)
  const keeping = defs.filter(d => d.database !== false)
  await prepareRoles(
    platform.databaseUrl,
    keeping.map(d => d.name),
    platform.secret,
  )
  const results = []
  for (const def of keeping) {
    const done = await withDatabase(env, { service: def.name, migrations: def.migrations ?? [] }, db => db.migrate())
    results.push({ service: def.name, done })
  }
  if (platform.natsUrl) results.push({ service: 'bus', done: await prepareBus(platform, keeping) })
  return results
}

/** The stream and a consumer for each lane: services may not make them where nats-server gives each its own permissions. */
async function prepareBus(platform: PlatformConfig, defs: ServiceDefinition[]): Promise<string[]> {
  const options = connectionOptions(platform, [SETUP])
  await untilAccepted(options, () => {})
  const connection = await connect(options)
  try {
    const manager = await jetstreamManager(connection, { checkAPI: false })
    await ensureStream(manager, platform.natsReplicas)
    const { ackWaitMs } = platform
    const lanes = defs.flatMap(def => lanesOf(def.name, def.subscribers ?? []))
    const places = lanes.flatMap(lane => placesOf(lane, connection.info?.version))
    for (const place of places) await ensureConsumer(manager, place, ackWaitMs, { mayNarrow: true })
    return [STREAM, ...places.map(({ durable }) => durable)]
  } finally {
    await connection.close()
  }
}
