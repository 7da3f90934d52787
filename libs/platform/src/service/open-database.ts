import type { PlatformConfig } from '../config/platform.config.ts'
import { Database } from '../db/database.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { ServiceDefinition } from './define-service.ts'

/** The database of a service that starts, as its definition has it. */
export async function openDatabase(
  def: ServiceDefinition,
  url: string,
  platform: PlatformConfig,
  log: Logger,
): Promise<Database> {
  const db = await Database.open({
    service: def.name,
    url,
    entities: def.entities ?? [],
    migrations: def.migrations ?? [],
    pool: platform.databasePool,
    limits: {
      statement: platform.databaseStatementMs,
      lock: platform.databaseLockMs,
      idleTransaction: platform.databaseIdleTransactionMs,
    },
    copyWaitMs: platform.copyWaitMs,
    resources: def.resources,
    onError: error => log.warn({ err: error, event: 'database.connection-lost' }),
  })
  await db.migrate()
  return db
}
