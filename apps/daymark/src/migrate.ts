import { migrate as run, processEnv } from '@daymark/platform'
import { load } from './services.ts'

/** Updates roles, schemas and tables of every service; a Helm hook runs it before an upgrade. */
export async function migrate(words: string[]): Promise<void> {
  const definitions = await load(words.length ? words : ['all'])
  for (const { service, done } of await run(definitions, processEnv()))
    console.log(`${service}: ${done.length ? done.join(', ') : 'up to date'}`)
}
