import { loadConfig } from '../config/config.ts'
import type { Env } from '../config/env.ts'
import { PlatformConfig } from '../config/platform.config.ts'
import { prepareRoles } from '../db/roles.ts'
import type { ServiceDefinition } from '../service/define-service.ts'
import { withDatabase } from './with-database.ts'

/** Roles, schemas and tables of these services; answers the migrations that ran. */
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
  return results
}
