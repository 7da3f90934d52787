import {
  type RouteInput,
  backups,
  operations,
  outgoing,
  photoProcessing,
  routes,
  withSnakeCaseNames,
} from '@daymark/contracts'
import { tryWithin, RpcClient, ServiceSettings } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { Controller } from '@nestjs/common'
import { BuildVersion } from '../../edge/lifecycle.ts'
import {
  presentAllBackups,
  presentDashboard,
  presentDisk,
  presentDisputeNotices,
  presentSystemSettings,
} from '../../presenters/admin.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

/** Timeout of calls to the admin service, which itself waits 2 seconds for other services. */
export const ADMIN_TIMEOUT_MS = 2800
const DISPUTE_NOTICES_TIMEOUT_MS = 2000

/** Timeout for reading the disk usage, because a network file system may not respond. */
const DISK_TIMEOUT_MS = 1000

@Controller()
export class SystemController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly version: BuildVersion,
    private readonly ownSettings: ServiceSettings,
    private readonly storage: Storage,
  ) {}

  @Serves(routes.getSystemServices)
  async getServices(_: unknown, { actor }: Caller) {
    const { bus, services } = await this.rpc.call(operations.getServices, {}, actor, ADMIN_TIMEOUT_MS)
    return { version: this.version.text, bus, services: withSnakeCaseNames(services) }
  }

  @Serves(routes.getSystemSettings)
  async getSettings(_: unknown, { actor }: Caller) {
    const [ownSettings, { settings, checks, notes }] = await Promise.all([
      this.ownSettings.readSettings(),
      this.rpc.call(operations.getSettings, {}, actor, ADMIN_TIMEOUT_MS),
    ])
    const gatewaySettings = ownSettings.settings.map(setting => ({ service: 'gateway', ...setting }))
    return {
      settings: presentSystemSettings([...settings, ...gatewaySettings]),
      checks: [...checks, ...ownSettings.checks],
      notes,
    }
  }

  @Serves(routes.listDeadLetters)
  async listDeadLetters(_: unknown, { actor }: Caller) {
    return withSnakeCaseNames(await this.rpc.call(operations.listDeadLetters, {}, actor, ADMIN_TIMEOUT_MS))
  }

  @Serves(routes.replayDeadLetters)
  replayDeadLetters({ body }: RouteInput<typeof routes.replayDeadLetters>, { actor }: Caller) {
    return this.rpc.call(operations.replayDeadLetters, toDeadLetterFilter(body), actor)
  }

  @Serves(routes.dropDeadLetters)
  dropDeadLetters({ body }: RouteInput<typeof routes.dropDeadLetters>, { actor }: Caller) {
    return this.rpc.call(operations.dropDeadLetters, toDeadLetterFilter(body), actor)
  }

  @Serves(routes.getMediaWork)
  async getMediaWork(_: unknown, { actor }: Caller) {
    return withSnakeCaseNames(await this.rpc.call(operations.getWork, {}, actor, ADMIN_TIMEOUT_MS))
  }

  @Serves(routes.listFailedPhotos)
  async listFailedPhotos({ query: { after } }: RouteInput<typeof routes.listFailedPhotos>, { actor }: Caller) {
    const page = after === undefined ? {} : { after }
    return withSnakeCaseNames(await this.rpc.call(operations.listFailedPhotos, page, actor, ADMIN_TIMEOUT_MS))
  }

  @Serves(routes.requeueFailedPhotos)
  requeueFailedPhotos({ body: { ids } }: RouteInput<typeof routes.requeueFailedPhotos>, { actor }: Caller) {
    return this.rpc.call(photoProcessing.requeue, ids ? { ids } : {}, actor)
  }

  @Serves(routes.getOutgoing)
  async getOutgoing(_: unknown, { actor }: Caller) {
    return withSnakeCaseNames(await this.rpc.call(operations.getOutgoing, {}, actor, ADMIN_TIMEOUT_MS))
  }

  @Serves(routes.getBackupSummary)
  async getBackupSummary(_: unknown, { actor }: Caller) {
    return presentAllBackups(await this.rpc.call(backups.getSummary, {}, actor, ADMIN_TIMEOUT_MS))
  }

  @Serves(routes.listDisputeNotices)
  async listDisputeNotices(_: unknown, { actor }: Caller) {
    return presentDisputeNotices(await this.rpc.call(outgoing.disputeNotices, {}, actor, DISPUTE_NOTICES_TIMEOUT_MS))
  }

  @Serves(routes.getDashboard)
  async getDashboard(_: unknown, { actor }: Caller) {
    return presentDashboard(await this.rpc.call(operations.getFigures, {}, actor, ADMIN_TIMEOUT_MS))
  }

  /** Reports memory and disk of the gateway process, because the gateway stores the photos. */
  @Serves(routes.getAdminHealth)
  async getHealth(_: unknown, { actor }: Caller) {
    const [health, disk] = await Promise.all([
      tryWithin(this.rpc.call(operations.getHealth, {}, actor, ADMIN_TIMEOUT_MS), ADMIN_TIMEOUT_MS),
      this.getDiskUsage(),
    ])
    const { heapUsed, heapTotal } = process.memoryUsage()
    return {
      diskUsage: disk.usage,
      database: health?.database ?? 'unknown',
      uptime: Math.floor(process.uptime()),
      storage: { total_used: health?.storageUsed ?? null, total_limit: health?.storageLimit ?? null },
      memory: { heapUsed, heapTotal },
      notes: [...disk.notes, ...(health?.notes ?? ['admin is not responding.'])],
    }
  }

  private async getDiskUsage() {
    const unavailableNote = 'The photo store is not responding.'
    const objectStoreNote = 'Photos are in an object store, which reports no disk usage.'
    if (!this.storage.space) return { usage: presentDisk(undefined), notes: [objectStoreNote] }
    const diskSpace = await tryWithin(this.storage.space(), DISK_TIMEOUT_MS)
    return { usage: presentDisk(diskSpace), notes: diskSpace ? [] : [unavailableNote] }
  }
}

const toDeadLetterFilter = ({
  service,
  event_id: eventId,
  subscriber,
}: RouteInput<typeof routes.dropDeadLetters>['body']) => ({
  service,
  ...(eventId !== undefined && { eventId }),
  ...(subscriber !== undefined && { subscriber }),
})
