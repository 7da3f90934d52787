import { type Actor, errors, type Input, resourceVersions } from '@daymark/contracts'
import { isId } from '../ids.ts'
import { type Class, Handles, RpcHandlers } from '../service/decorators.ts'
import type { Tx } from './tx.ts'

/** A row whose version represents the state of a resource. `id` and `owner` are names of its columns; at least one is given. */
export type Resource = {
  table: string
  id?: string
  owner?: string
  /**
   * Name of the advisory lock that every change of the resource takes first. Needed if the row may not exist yet, or if a change locks
   * other rows before this row.
   */
  lock?: (ownerId: string) => string
  /**
   * SQL expression for the version of a resource that consists of several rows. Default: `xmin`, the transaction that wrote the row last.
   */
  version?: string
}
export type Resources = Record<string, Resource>
type ResourceKey = { id?: string | undefined; ownerId: string }

/** The query for the version. Undefined if no row can have these ids. */
function buildVersionQuery(
  { table, id: idColumn, owner, version = 'xmin::text' }: Resource,
  { id = '', ownerId }: ResourceKey,
) {
  const keys = [...(idColumn ? [[idColumn, id]] : []), ...(owner ? [[owner, ownerId]] : [])] as [string, string][]
  if (!keys.every(([, value]) => isId(value))) return undefined
  const where = keys.map(([column], index) => `${column} = $${index + 1}`).join(' AND ')
  return { text: `SELECT ${version} AS version FROM ${table} WHERE ${where}`, params: keys.map(([, value]) => value) }
}

type VersionRow = { version: string }

/** The version of a resource. Null if the row does not exist. */
export async function readVersion(
  reader: Pick<Tx, 'sql'>,
  resource: Resource,
  resourceKey: ResourceKey,
): Promise<string | null> {
  const query = buildVersionQuery(resource, resourceKey)
  const [row] = query ? await reader.sql<VersionRow>(query.text, query.params) : []
  return row?.version ?? null
}

/** Locks the row until the end of the transaction, and throws PRECONDITION_FAILED if it has another version. */
export async function assertVersion(
  tx: Tx,
  resource: Resource,
  resourceKey: ResourceKey,
  version: string | null,
): Promise<void> {
  const query = buildVersionQuery(resource, resourceKey)
  if (!query) return
  const { text, params } = query
  if (resource.lock) tx.lock(resource.lock(resourceKey.ownerId))
  const [row] = await tx.sql<VersionRow>(`${text} FOR UPDATE`, params)
  if ((row?.version ?? null) !== version) throw errors.PRECONDITION_FAILED()
}

type VersionCall = (typeof resourceVersions)[keyof typeof resourceVersions]

/** The handler from which the gateway reads the version of a resource. */
export function resourceHandlers(service: string, db: Pick<Tx, 'sql'>, resources: Resources): Class[] {
  const contract = resourceVersions[service as keyof typeof resourceVersions]
  if (!contract) return []
  @RpcHandlers()
  class ResourceHandlers {
    @Handles(contract)
    async getResourceVersion({ resource: name, id }: Input<VersionCall>, { userId: ownerId }: Actor) {
      const resource = resources[name]
      return { version: resource ? await readVersion(db, resource, { id, ownerId }) : null }
    }
  }
  return [ResourceHandlers]
}
