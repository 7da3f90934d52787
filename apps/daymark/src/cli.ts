import 'reflect-metadata'
import { explain } from '@daymark/platform'
import { UsageError } from './services.ts'

const commands: Record<string, () => Promise<(words: string[]) => Promise<void>>> = {
  start: async () => (await import('./start.ts')).start,
  migrate: async () => (await import('./migrate.ts')).migrate,
  wait: async () => (await import('./wait.ts')).wait,
  kubernetes: async () => (await import('./kubernetes/kubernetes.ts')).kubernetes,
  secret: async () => (await import('./secret.ts')).secret,
  doctor: async () => (await import('./doctor.ts')).doctor,
  photos: async () => (await import('./photos.ts')).photos,
  users: async () => (await import('./users.ts')).users,
  nats: async () => (await import('./nats.ts')).nats,
  encryption: async () => (await import('./encryption.ts')).encryption,
  backups: async () => (await import('./backups.ts')).backups,
  store: async () => (await import('./store.ts')).store,
  stripe: async () => (await import('./stripe.ts')).stripe,
  'support-bundle': async () => (await import('./support/support-bundle.ts')).supportBundle,
  sbom: async () => (await import('./sbom.ts')).sbom,
  audit: async () => (await import('./audit.ts')).audit,
  jobs: async () => (await import('./jobs.ts')).jobs,
  'dead-letters': async () => (await import('./dead-letters.ts')).deadLetters,
}

/** Exit code 0, or one sentence and 1. */
export async function main([name = '', ...words]: string[]): Promise<never> {
  try {
    const command = commands[name]
    if (!command) throw new UsageError(`Usage: daymark ${Object.keys(commands).join(' | ')}.`)
    await (
      await command()
    )(words)
    process.exit()
  } catch (error) {
    console.error(error instanceof UsageError ? error.message : explain(error))
    process.exit(1)
  }
}
