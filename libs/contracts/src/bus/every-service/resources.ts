import { z } from 'zod'
import { rpc } from '../define.ts'

/** Identifies a resource, and with it the row whose version is the version of the resource. `service` owns the resource. */
const resourceRef = z.object({
  service: z.string(),
  resource: z.string(),
  /** Omitted if an account has only one such resource. */
  id: z.string().optional(),
})

/**
 * Condition of a change with If-Match: the service that owns the resource makes the change only if the row still has this version.
 * `version` null: the row does not exist yet.
 */
export const precondition = resourceRef.extend({ ownerId: z.string(), version: z.string().nullable() })
export type Precondition = z.infer<typeof precondition>

const defineVersionCall = (service: string) =>
  rpc(
    `${service}.resources.get-version`,
    resourceRef.pick({ resource: true, id: true }),
    z.object({ version: z.string().nullable() }),
  )

/**
 * Returns the version of a resource. The caller requests the version before the state, so that the version is never newer than the state.
 * The platform implements these calls for the resources in the definition of a service.
 */
export const resourceVersions = {
  identity: defineVersionCall('identity'),
  billing: defineVersionCall('billing'),
  library: defineVersionCall('library'),
  media: defineVersionCall('media'),
  sharing: defineVersionCall('sharing'),
  developer: defineVersionCall('developer'),
}
