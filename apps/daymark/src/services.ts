import type { ServiceDefinition } from '@daymark/platform'

/** Loaders of all services. A process loads only the services that it starts, so the library service never loads sharp. */
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

/** Loads the services with these names. `words`: `all`, or names separated by commas. */
export function loadServices(words: string[]): Promise<ServiceDefinition[]> {
  const names = words.flatMap(w => w.split(',')).filter(Boolean)
  const selected = names.includes('all') ? serviceNames : names
  return Promise.all(
    selected.map(name => {
      const definition = serviceLoaders[name]
      if (!definition) throw new UsageError(`Unknown service "${name}". Services: ${serviceNames.join(', ')}, or all.`)
      return definition()
    }),
  )
}

/** An error whose message is printed without a stack. */
export class UsageError extends Error {
  override name = 'UsageError'
}
