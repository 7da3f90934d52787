import 'reflect-metadata'
import { explain } from '@daymark/platform'
import { UsageError } from './services.ts'

const commands: Record<string, () => Promise<(words: string[]) => Promise<void>>> = {
  start: async () => (await import('./start.ts')).start,
  migrate: async () => (await import('./setup.ts')).migrate,
  wait: async () => (await import('./wait.ts')).wait,
  kubernetes: async () => (await import('./kubernetes/kubernetes.ts')).kubernetes,
  secret: async () => (await import('./setup.ts')).secret,
  doctor: async () => (await import('./doctor/doctor.ts')).doctor,
  photos: async () => (await import('./operations.ts')).photos,
  users: async () => (await import('./operations.ts')).users,
  nats: async () => (await import('./setup.ts')).nats,
  encryption: async () => (await import('./encryption.ts')).encryption,
  backups: async () => (await import('./backups/backups.ts')).backups,
  store: async () => (await import('./store.ts')).store,
  stripe: async () => (await import('./setup.ts')).stripe,
  'support-bundle': async () => (await import('./support/support-bundle.ts')).supportBundle,
  sbom: async () => (await import('./operations.ts')).sbom,
  audit: async () => (await import('./operations.ts')).audit,
  jobs: async () => (await import('./jobs.ts')).jobs,
  'dead-letters': async () => (await import('./operations.ts')).deadLetters,
}

/** Runs a command. Exits with 0, or prints one sentence and exits with 1. */
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
