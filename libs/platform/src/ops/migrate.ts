import { loadConfig } from '../config/config.ts'
import type { Env } from '../config/env.ts'
import { PlatformConfig } from '../config/platform.config.ts'
import { Database } from '../db/database.ts'
import { prepareRoles, serviceUrl } from '../db/roles.ts'
import type { ServiceDefinition } from '../service/define-service.ts'

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
    const db = await Database.open({
      service: def.name,
      url: serviceUrl(platform.databaseUrl, def.name, platform.secret),
      entities: [],
      migrations: def.migrations ?? [],
      pool: 2,
      onError: () => {},
    })
    results.push({ service: def.name, done: await db.migrate() })
    await db.close()
  }
  return results
}
