import { processEnv } from '@daymark/platform'
import { UsageError } from '../services.ts'
import { secretsOfNamespace } from './api.ts'
import { makeSecrets, usage } from './secrets.ts'

/** `secrets`: creates the secrets of an installation that the values of the chart do not name. */
export async function kubernetes([verb, ...words]: string[]): Promise<void> {
  if (verb !== 'secrets') throw new UsageError(usage)
  await makeSecrets(words, secretsOfNamespace(processEnv()), line => console.log(line))
}
