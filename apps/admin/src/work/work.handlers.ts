import { activity, type Actor, type Input, operations, requireSuperAdmin, work } from '@daymark/contracts'
import { type Handler, Handles, RpcClient } from '@daymark/platform'
import { notesOf, ServiceClients } from '../dashboard/service-clients.ts'
import { estimate } from './estimate.ts'

const UNKNOWN = { unfinished: null, oldestSeconds: null, failed: null }

/** Media may hear of a photo before library was asked, or be done with it after. */
const waitingOf = (unfinished: number | null, inProgress: number | null): number | null =>
  unfinished === null || inProgress === null ? null : Math.max(0, unfinished - inProgress)

@Handles(operations.getWork)
export class GetWork implements Handler<typeof operations.getWork> {
  constructor(private readonly clients: ServiceClients) {}

  async handle(_: Input<typeof operations.getWork>, actor: Actor) {
    requireSuperAdmin(actor)
    const [library, media] = await Promise.all([
      this.clients.callCached(work.library, {}, actor),
      this.clients.callCached(work.media, {}, actor),
    ])
    const { unfinished, oldestSeconds, failed } = library.value ?? UNKNOWN
    const inProgress = media.value?.inProgress ?? null
    const perMinute = media.value ? media.value.finished / media.value.minutes : null
    const estimateSeconds = estimate(unfinished, perMinute)
    const waiting = waitingOf(unfinished, inProgress)
    const toEncrypt = media.value?.toEncrypt ?? null
    const notes = notesOf(library, media)
    return { waiting, inProgress, oldestSeconds, perMinute, estimateSeconds, failed, toEncrypt, notes }
  }
}

const PAGE = 100

/** Whose they are is said as long as identity answers. */
@Handles(operations.listFailedPhotos)
export class ListFailedPhotos implements Handler<typeof operations.listFailedPhotos> {
  constructor(
    private readonly rpc: RpcClient,
    private readonly clients: ServiceClients,
  ) {}

  async handle({ after }: Input<typeof operations.listFailedPhotos>, actor: Actor) {
    requireSuperAdmin(actor)
    const page = { limit: PAGE, ...(after !== undefined && { after }) }
    const { photos, nextAfter } = await this.rpc.call(work.failedPhotos, page, actor)
    const ids = [...new Set(photos.map(({ ownerId }) => ownerId))]
    const said = ids.length > 0 ? await this.clients.call(activity.nameUsers, { ids }, actor) : undefined
    const names = new Map(said?.value?.users.map(({ id, name }) => [id, name]))
    return { photos: photos.map(photo => ({ ...photo, ownerName: names.get(photo.ownerId) ?? null })), nextAfter }
  }
}

@Handles(operations.requeuePhotos)
export class RequeuePhotos implements Handler<typeof operations.requeuePhotos> {
  constructor(private readonly rpc: RpcClient) {}

  async handle(wanted: Input<typeof operations.requeuePhotos>, actor: Actor) {
    requireSuperAdmin(actor)
    return this.rpc.call(work.requeue, wanted, actor)
  }
}
