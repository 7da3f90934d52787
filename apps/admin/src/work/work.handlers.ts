import { activity, type Actor, type Input, operations, photoProcessing } from '@daymark/contracts'
import { Handles, RpcClient, RpcHandlers } from '@daymark/platform'
import { collectNotes, ServiceClients } from '../dashboard/service-clients.ts'

/** Returns the seconds until all photos are processed at this rate, or null if a number is unknown or the rate is zero. */
export function estimateSecondsLeft(unfinished: number | null, perMinute: number | null): number | null {
  if (unfinished === 0) return 0
  if (unfinished === null || !perMinute) return null
  return Math.ceil((unfinished / perMinute) * 60)
}

const UNKNOWN_WORK = { unfinished: null, oldestSeconds: null, failed: null }

/**
 * Returns the number of photos that wait for processing. Library and media are read at slightly different times, so a negative difference
 * counts as 0.
 */
const countWaiting = (unfinished: number | null, inProgress: number | null): number | null =>
  unfinished === null || inProgress === null ? null : Math.max(0, unfinished - inProgress)

const FAILED_PHOTOS_PER_PAGE = 100

@RpcHandlers()
export class WorkHandlers {
  constructor(
    private readonly clients: ServiceClients,
    private readonly rpc: RpcClient,
  ) {}

  @Handles(operations.getWork)
  async getWork(_: Input<typeof operations.getWork>, actor: Actor) {
    const [library, media] = await Promise.all([
      this.clients.callCached(photoProcessing.library, {}, actor),
      this.clients.callCached(photoProcessing.media, {}, actor),
    ])
    const { unfinished, oldestSeconds, failed } = library.value ?? UNKNOWN_WORK
    const inProgress = media.value?.inProgress ?? null
    const perMinute = media.value ? media.value.finished / media.value.minutes : null
    const estimateSeconds = estimateSecondsLeft(unfinished, perMinute)
    const waiting = countWaiting(unfinished, inProgress)
    const toEncrypt = media.value?.toEncrypt ?? null
    const notes = collectNotes(library, media)
    return { waiting, inProgress, oldestSeconds, perMinute, estimateSeconds, failed, toEncrypt, notes }
  }

  /** Lists failed photos. The names of their owners are included if identity responds. */
  @Handles(operations.listFailedPhotos)
  async listFailedPhotos({ after }: Input<typeof operations.listFailedPhotos>, actor: Actor) {
    const page = { limit: FAILED_PHOTOS_PER_PAGE, ...(after !== undefined && { after }) }
    const { photos, nextAfter } = await this.rpc.call(photoProcessing.failedPhotos, page, actor)
    const ids = [...new Set(photos.map(({ ownerId }) => ownerId))]
    const owners = ids.length > 0 ? await this.clients.call(activity.getUserNames, { ids }, actor) : undefined
    const names = new Map(owners?.value?.users.map(({ id, name }) => [id, name]))
    return { photos: photos.map(photo => ({ ...photo, ownerName: names.get(photo.ownerId) ?? null })), nextAfter }
  }
}
