import { loadConfig, PlatformConfig, prepareRoles, processEnv } from '@daymark/platform'
import { load, UsageError } from './services.ts'

/** `changed`: the database accepts the configured secret; processes with the previous secret can no longer connect. */
export async function secret([verb]: string[]): Promise<void> {
  if (verb !== 'changed') throw new UsageError('Usage: daymark secret changed.')
  const { databaseUrl, secret: value } = loadConfig(PlatformConfig, processEnv())
  const keeping = (await load(['all'])).filter(one => one.database !== false).map(one => one.name)
  await prepareRoles(databaseUrl, keeping, value, { isNewSecret: true })
  console.log('The database now uses this secret. Start every process with it.')
}
