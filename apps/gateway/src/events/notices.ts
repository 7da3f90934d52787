import { errors, notices, type NoticesState, type Route, system } from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Injectable, type OnModuleDestroy } from '@nestjs/common'
import { ChangeStream } from './change-stream.ts'

/** An event that was lost is made up for after so long. */
const ASKED_MS = 30_000
/** Admin has not said anything yet: it starts beside this process. */
const UNKNOWN_MS = 1000
const PATIENCE_MS = 2000
/** What is refused now may be tried again then (seconds). */
const RETRY_AFTER = 15
const READS = new Set(['GET', 'HEAD'])

type Shown = Pick<NoticesState, 'announcements' | 'maintenance'>
const NOTHING: NoticesState = { version: 0, announcements: [], maintenance: { on: false, message: null, since: null } }

/**
 * Announcements and maintenance, as admin told them last: by an event, and asked again every half minute. While admin is away the
 * last known stands, so that neither pages nor uploads ask anybody.
 */
@Injectable()
export class Notices implements OnModuleDestroy {
  private state = NOTHING
  private isKnown = false
  private told = ''
  private timer?: NodeJS.Timeout
  private isOver = false
  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
    private readonly stream: ChangeStream,
  ) {}

  /** Before the first request is taken: a gateway that starts during maintenance knows it, where admin answers. */
  async start(): Promise<void> {
    await this.ask()
    if (this.isOver) return
    this.timer = setTimeout(() => void this.start(), this.isKnown ? ASKED_MS : UNKNOWN_MS)
  }
  onModuleDestroy(): void {
    this.isOver = true
    clearTimeout(this.timer)
  }

  /** What admin told with a change; an older one comes late. */
  take(state: NoticesState): void {
    if (state.version < this.state.version) return
    this.state = state
    this.isKnown = true
    this.tellPages()
  }

  /** What everybody sees at this moment. */
  shown(): Shown {
    const now = +this.clock.now()
    const isNow = ({ startsAt, endsAt }: Shown['announcements'][number]): boolean =>
      Date.parse(startsAt) <= now && (endsAt === null || Date.parse(endsAt) > now)
    return { announcements: this.state.announcements.filter(isNow), maintenance: this.state.maintenance }
  }

  /** MAINTENANCE for whatever writes, unless its contract says that it goes on. */
  assertOpen({ method, duringMaintenance }: Pick<Route, 'method' | 'duringMaintenance'>): void {
    const { on, message } = this.state.maintenance
    if (on && !duringMaintenance && !READS.has(method)) throw errors.MAINTENANCE({ message, retryAfter: RETRY_AFTER })
  }

  private async ask(): Promise<void> {
    const before = this.state
    const said = await this.rpc.call(notices.get, {}, system, PATIENCE_MS).catch(() => undefined)
    // an event may have come meanwhile; otherwise admin is right, also with a version of a database that was brought back
    if (said && (this.state === before || said.version > this.state.version)) {
      this.state = said
      this.isKnown = true
    }
    this.tellPages()
  }

  /** Also when nothing but time has passed: announcements begin and end. */
  private tellPages(): void {
    const shown = JSON.stringify(this.shown())
    if (shown === this.told) return
    this.told = shown
    this.stream.sendAll({ type: 'notices.changed' })
  }
}
