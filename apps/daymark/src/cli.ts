import 'reflect-metadata'
import { explainError } from '@daymark/platform'
import { UsageError } from './services.ts'

const commandLoaders: Record<string, () => Promise<(args: string[]) => Promise<void>>> = {
  start: async () => (await import('./start.ts')).startServices,
  migrate: async () => (await import('./setup.ts')).runMigrateCommand,
  wait: async () => (await import('./start.ts')).waitForDependencies,
  kubernetes: async () => (await import('./kubernetes/kubernetes.ts')).runKubernetesCommand,
  secret: async () => (await import('./setup.ts')).runSecretCommand,
  doctor: async () => (await import('./doctor/doctor.ts')).runDoctor,
  photos: async () => (await import('./operations.ts')).runPhotosCommand,
  users: async () => (await import('./operations.ts')).runUsersCommand,
  nats: async () => (await import('./setup.ts')).runNatsCommand,
  encryption: async () => (await import('./encryption.ts')).runEncryptionCommand,
  backups: async () => (await import('./backups/backups.ts')).runBackupsCommand,
  store: async () => (await import('./store.ts')).runStoreCommand,
  stripe: async () => (await import('./setup.ts')).runStripeCommand,
  'support-bundle': async () => (await import('./support/support-bundle.ts')).writeSupportBundle,
  sbom: async () => (await import('./operations.ts')).printSbom,
  audit: async () => (await import('./operations.ts')).runAuditCommand,
  jobs: async () => (await import('./operations.ts')).runJobsCommand,
  'dead-letters': async () => (await import('./operations.ts')).runDeadLettersCommand,
}

/**
 * Runs a command and ends the process: with 0 (or the exit code that the command has set), or with a message and 1 if the command throws.
 */
export async function runCommand([name = '', ...args]: string[]): Promise<never> {
  try {
    const command = commandLoaders[name]
    if (!command) throw new UsageError(`Usage: daymark ${Object.keys(commandLoaders).join(' | ')}.`)
    await (
      await command()
    )(args)
    process.exit()
  } catch (error) {
    console.error(error instanceof UsageError ? error.message : explainError(error))
    process.exit(1)
  }
}
