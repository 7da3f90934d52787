import { type http, routes } from '@daymark/contracts'
import { isFulfilled } from '@daymark/platform'
import { Controller, Injectable, Res } from '@nestjs/common'
import type { Response } from 'express'
import { whenClosed } from '../http/when-closed.ts'
import { Serves } from '../routing/serves.ts'
import { type Caller, sessionOf } from '../session/caller.ts'
import { SessionLookup } from '../session/sessions.ts'

/** Interval of heartbeats. They prevent proxies and the idle limit of this server from closing a quiet stream. */
const HEARTBEAT_INTERVAL_MS = 25_000
/** Maximum number of streams of one user: tabs and devices. Opening another stream closes the oldest. */
const MAX_STREAMS_PER_USER = 20
/** Maximum number of unread bytes of a stream. A slower page is disconnected; it reconnects and reloads everything. */
const MAX_BACKLOG_BYTES = 256 * 1024

type StreamClient = { response: Response; isStillSignedIn: () => Promise<boolean> }

/** GET /api/events: sends server-sent events to the open pages of each user. */
@Injectable()
export class ChangeStream {
  private readonly clients = new Map<string, Set<StreamClient>>()
  private readonly heartbeat = setInterval(() => void this.sendHeartbeats(), HEARTBEAT_INTERVAL_MS).unref()
  private isClosed = false

  open(userId: string, response: Response, isStillSignedIn: () => Promise<boolean>): void {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    })
    response.write('retry: 2000\n\n')
    if (this.isClosed) return void response.end()
    const client = { response, isStillSignedIn }
    const userClients = this.clients.get(userId) ?? new Set()
    this.clients.set(userId, userClients.add(client))
    whenClosed(response, () => this.remove(userId, client))
    const [oldest] = userClients
    if (userClients.size > MAX_STREAMS_PER_USER && oldest) this.end(userId, oldest)
  }

  send(userId: string, change: http.Change): void {
    for (const client of this.clientsOf(userId))
      if (client.response.writableLength > MAX_BACKLOG_BYTES) this.end(userId, client, 'abort')
      else client.response.write(`event: change\ndata: ${JSON.stringify(change)}\n\n`)
  }

  /** Sends to all open pages. */
  sendAll(change: http.Change): void {
    for (const userId of [...this.clients.keys()]) this.send(userId, change)
  }

  /** Called when a session of the user ends. Pages of other sessions reconnect immediately. */
  endStreamsOfUser(userId: string): void {
    for (const client of this.clientsOf(userId)) this.end(userId, client)
  }

  close(): void {
    this.isClosed = true
    clearInterval(this.heartbeat)
    for (const userId of [...this.clients.keys()]) this.endStreamsOfUser(userId)
  }

  /** Sends a heartbeat to each stream. Ends streams whose session expired, or ended without an event that reached this gateway. */
  private async sendHeartbeats(): Promise<void> {
    for (const userId of [...this.clients.keys()])
      for (const client of this.clientsOf(userId)) {
        const isSignedIn = await client.isStillSignedIn()
        // The stream may have ended during the check.
        if (!this.clients.get(userId)?.has(client)) continue
        if (isSignedIn) client.response.write(': still here\n\n')
        else this.end(userId, client)
      }
  }

  private clientsOf(userId: string): StreamClient[] {
    return [...(this.clients.get(userId) ?? [])]
  }

  /**
   * Removes the client before ending its response: a pipelined response closes long after its end, and nothing may be written in between.
   */
  private end(userId: string, client: StreamClient, mode: 'end' | 'abort' = 'end'): void {
    this.remove(userId, client)
    if (mode === 'end') client.response.end()
    else client.response.destroy()
  }

  private remove(userId: string, client: StreamClient): void {
    const userClients = this.clients.get(userId)
    userClients?.delete(client)
    if (userClients?.size === 0) this.clients.delete(userId)
  }
}

@Controller()
export class EventsController {
  constructor(
    private readonly stream: ChangeStream,
    private readonly sessions: SessionLookup,
  ) {}

  @Serves(routes.openEvents)
  open(_: unknown, caller: Caller, @Res() response: Response): void {
    const { token, user } = sessionOf(caller)
    const isStillSignedIn = () => isFulfilled(this.sessions.check(token))
    this.stream.open(user.id, response, isStillSignedIn)
  }
}
