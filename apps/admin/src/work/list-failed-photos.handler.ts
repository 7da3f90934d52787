import { type Actor, activity, type Input, operations, requireSuperAdmin, work } from '@daymark/contracts'
import { Handles, type Handler, RpcClient } from '@daymark/platform'
import { Owners } from '../dashboard/owners.ts'

const PAGE = 100

/** Whose they are is said as long as identity answers. */
@Handles(operations.listFailedPhotos)
export class ListFailedPhotos implements Handler<typeof operations.listFailedPhotos> {
  constructor(
    private readonly rpc: RpcClient,
    private readonly owners: Owners,
  ) {}

  async handle({ after }: Input<typeof operations.listFailedPhotos>, actor: Actor) {
    requireSuperAdmin(actor)
    const page = { limit: PAGE, ...(after !== undefined && { after }) }
    const { photos, nextAfter } = await this.rpc.call(work.failedPhotos, page, actor)
    const ids = [...new Set(photos.map(({ ownerId }) => ownerId))]
    const said = ids.length > 0 ? await this.owners.ask(activity.nameUsers, { ids }, actor) : undefined
    const names = new Map(said?.value?.users.map(({ id, name }) => [id, name]))
    return { photos: photos.map(photo => ({ ...photo, ownerName: names.get(photo.ownerId) ?? null })), nextAfter }
  }
}
