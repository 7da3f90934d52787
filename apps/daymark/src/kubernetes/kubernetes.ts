import { processEnv } from '@daymark/platform'
import { UsageError } from '../services.ts'
import { secretsOfNamespace } from './api.ts'
import { makeSecrets, usage } from './secrets.ts'

/** `secrets`: makes the secrets of an installation that its chart was given none for. */
export async function kubernetes([verb, ...words]: string[]): Promise<void> {
  if (verb !== 'secrets') throw new UsageError(usage)
  await makeSecrets(words, secretsOfNamespace(processEnv()), line => console.log(line))
}
