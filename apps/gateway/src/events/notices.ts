import { errors, notices, type NoticesState, type Route, system } from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Injectable, type OnModuleDestroy } from '@nestjs/common'
import { ChangeStream } from './change-stream.controller.ts'

/** Interval of requests to the admin service, in case an event was lost. */
const REFRESH_INTERVAL_MS = 30_000
/** Retry interval until the admin service responds for the first time. */
const FIRST_RETRY_INTERVAL_MS = 1000
const REFRESH_TIMEOUT_MS = 2000
/** Seconds after which a rejected request may be retried. */
const RETRY_AFTER_SECONDS = 15
const READ_METHODS = new Set(['GET', 'HEAD'])

type CurrentNotices = Pick<NoticesState, 'announcements' | 'maintenance'>
const NO_NOTICES: NoticesState = {
  version: 0,
  announcements: [],
  maintenance: { on: false, message: null, since: null },
}

/**
 * Announcements and maintenance mode. The admin service sends changes as events, and a refresh every 30 seconds covers lost events. While
 * the admin service is unavailable, the last known state applies, so that requests never wait for it.
 */
@Injectable()
export class NoticesCache implements OnModuleDestroy {
  private state = NO_NOTICES
  private isLoaded = false
  private lastSentJson = ''
  private timer?: NodeJS.Timeout
  private isStopped = false
  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
    private readonly stream: ChangeStream,
  ) {}

  /** Called before the first request, so that a gateway that starts during maintenance rejects changes from the beginning. */
  async start(): Promise<void> {
    await this.refresh()
    if (this.isStopped) return
    this.timer = setTimeout(() => void this.start(), this.isLoaded ? REFRESH_INTERVAL_MS : FIRST_RETRY_INTERVAL_MS)
  }
  onModuleDestroy(): void {
    this.isStopped = true
    clearTimeout(this.timer)
  }

  /** Applies a change unless a newer state is known. */
  apply(state: NoticesState): void {
    if (state.version < this.state.version) return
    this.state = state
    this.isLoaded = true
    this.notifyPages()
  }

  /** The notices that users see now. */
  getCurrent(): CurrentNotices {
    const now = +this.clock.now()
    const isCurrent = ({ startsAt, endsAt }: CurrentNotices['announcements'][number]): boolean =>
      Date.parse(startsAt) <= now && (endsAt === null || Date.parse(endsAt) > now)
    return { announcements: this.state.announcements.filter(isCurrent), maintenance: this.state.maintenance }
  }

  /** Throws MAINTENANCE during maintenance if the route changes data, unless its contract allows it. */
  assertNoMaintenance({ method, duringMaintenance }: Pick<Route, 'method' | 'duringMaintenance'>): void {
    const { on, message } = this.state.maintenance
    if (on && !duringMaintenance && !READ_METHODS.has(method))
      throw errors.MAINTENANCE({ message, retryAfter: RETRY_AFTER_SECONDS })
  }

  private async refresh(): Promise<void> {
    const stateBefore = this.state
    const response = await this.rpc.call(notices.get, {}, system, REFRESH_TIMEOUT_MS).catch(() => undefined)
    // A newer state that arrived by event during the call is kept. Otherwise the response applies, even if its version is lower because the
    // database was restored.
    if (response && (this.state === stateBefore || response.version > this.state.version)) {
      this.state = response
      this.isLoaded = true
    }
    this.notifyPages()
  }

  /**
   * Notifies open pages if the current notices differ from those of the last notification. Announcements begin and end by time, so the
   * notices can change without an event.
   */
  private notifyPages(): void {
    const currentJson = JSON.stringify(this.getCurrent())
    if (currentJson === this.lastSentJson) return
    this.lastSentJson = currentJson
    this.stream.sendAll({ type: 'notices.changed' })
  }
}
