import { z } from 'zod'
import { rpc } from '../define.ts'

/** Identifies the row that stands for a resource in the service that owns it, such as link <id>. */
export const resourceRef = z.object({
  service: z.string(),
  resource: z.string(),
  /** Omitted if an account has only one such resource. */
  id: z.string().optional(),
})
export type ResourceRef = z.infer<typeof resourceRef>

/**
 * Travels with a conditional change (If-Match): the service that owns the resource makes the change only if the row still has this
 * version. Null: there is no row yet.
 */
export const precondition = resourceRef.extend({ ownerId: z.string(), version: z.string().nullable() })
export type Precondition = z.infer<typeof precondition>

const defineVersionCall = (service: string) =>
  rpc(
    `${service}.resources.get-version`,
    resourceRef.pick({ resource: true, id: true }),
    z.object({ version: z.string().nullable() }),
  )

/** Implemented by the platform for the resources in the definition of a service. Call it before reading the state. */
export const resourceVersions = {
  identity: defineVersionCall('identity'),
  billing: defineVersionCall('billing'),
  library: defineVersionCall('library'),
  media: defineVersionCall('media'),
  sharing: defineVersionCall('sharing'),
  developer: defineVersionCall('developer'),
}
