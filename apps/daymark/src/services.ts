import type { ServiceDefinition } from '@daymark/platform'

/**
 * Imports of all services. A process imports only the services that it starts, so that the library service, for example, never loads sharp.
 */
export const serviceLoaders: Record<string, () => Promise<ServiceDefinition>> = {
  identity: async () => (await import('@daymark/identity')).identityService,
  billing: async () => (await import('@daymark/billing')).billingService,
  library: async () => (await import('@daymark/library')).libraryService,
  media: async () => (await import('@daymark/media')).mediaService,
  sharing: async () => (await import('@daymark/sharing')).sharingService,
  developer: async () => (await import('@daymark/developer')).developerService,
  admin: async () => (await import('@daymark/admin')).adminService,
  gateway: async () => (await import('@daymark/gateway')).gatewayService,
}

export const serviceNames = Object.keys(serviceLoaders)

/**
 * Loads services by name. Each specifier is `all`, a name, or several names separated by commas. Throws a UsageError for an unknown name.
 */
export function loadServices(specifiers: string[]): Promise<ServiceDefinition[]> {
  const names = specifiers.flatMap(w => w.split(',')).filter(Boolean)
  const selected = names.includes('all') ? serviceNames : names
  return Promise.all(
    selected.map(name => {
      const definition = serviceLoaders[name]
      if (!definition) throw new UsageError(`Unknown service "${name}". Services: ${serviceNames.join(', ')}, or all.`)
      return definition()
    }),
  )
}

/** An error that the user of the command can fix. Only its message is printed, without a stack. */
export class UsageError extends Error {
  override name = 'UsageError'
}
