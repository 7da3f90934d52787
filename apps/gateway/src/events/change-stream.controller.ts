import { type http, routes } from '@daymark/contracts'
import { isFulfilled } from '@daymark/platform'
import { Controller, Injectable, Res } from '@nestjs/common'
import type { Response } from 'express'
import { whenClosed } from '../http/when-closed.ts'
import { Serves } from '../routing/serves.ts'
import { type Caller, sessionOf } from '../session/caller.ts'
import { SessionLookup } from '../session/sessions.ts'

/** Interval of heartbeats. They prevent proxies and the idle limit of this server from closing a quiet stream. */
const HEARTBEAT_MS = 25_000
/** Maximum number of streams of one user: tabs and devices. Opening another stream closes the oldest. */
const MAX_STREAMS_PER_USER = 20
/** Maximum number of unread bytes of a stream. A slower page is disconnected; it reconnects and reloads everything. */
const MAX_BACKLOG_BYTES = 256 * 1024

type StreamReader = { response: Response; isStillSignedIn: () => Promise<boolean> }

/** GET /api/events: the open pages of each user, as server-sent events. */
@Injectable()
export class ChangeStream {
  private readonly readers = new Map<string, Set<StreamReader>>()
  private readonly heartbeat = setInterval(() => void this.sendHeartbeats(), HEARTBEAT_MS).unref()
  private isClosed = false

  open(userId: string, response: Response, isStillSignedIn: () => Promise<boolean>): void {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    })
    response.write('retry: 2000\n\n')
    if (this.isClosed) return void response.end()
    const reader = { response, isStillSignedIn }
    const userReaders = this.readers.get(userId) ?? new Set()
    this.readers.set(userId, userReaders.add(reader))
    whenClosed(response, () => this.remove(userId, reader))
    const [oldest] = userReaders
    if (userReaders.size > MAX_STREAMS_PER_USER && oldest) this.end(userId, oldest)
  }

  send(userId: string, change: http.Change): void {
    for (const reader of this.readersOf(userId))
      if (reader.response.writableLength > MAX_BACKLOG_BYTES) this.end(userId, reader, 'abort')
      else reader.response.write(`event: change\ndata: ${JSON.stringify(change)}\n\n`)
  }

  /** Sends to all open pages. */
  sendAll(change: http.Change): void {
    for (const userId of [...this.readers.keys()]) this.send(userId, change)
  }

  /** Called when a session of the user ends. Pages of other sessions reconnect immediately. */
  endUser(userId: string): void {
    for (const reader of this.readersOf(userId)) this.end(userId, reader)
  }

  close(): void {
    this.isClosed = true
    clearInterval(this.heartbeat)
    for (const userId of [...this.readers.keys()]) this.endUser(userId)
  }

  /** Sends a heartbeat to each stream. Ends streams whose session expired, or ended without an event that reached this gateway. */
  private async sendHeartbeats(): Promise<void> {
    for (const userId of [...this.readers.keys()])
      for (const reader of this.readersOf(userId)) {
        const isSignedIn = await reader.isStillSignedIn()
        // The stream may have ended during the check.
        if (!this.readers.get(userId)?.has(reader)) continue
        if (isSignedIn) reader.response.write(': still here\n\n')
        else this.end(userId, reader)
      }
  }

  private readersOf(userId: string): StreamReader[] {
    return [...(this.readers.get(userId) ?? [])]
  }

  /**
   * Removes the reader before ending its response: a pipelined response closes long after its end, and nothing may be written in between.
   */
  private end(userId: string, reader: StreamReader, mode: 'end' | 'abort' = 'end'): void {
    this.remove(userId, reader)
    if (mode === 'end') reader.response.end()
    else reader.response.destroy()
  }

  private remove(userId: string, reader: StreamReader): void {
    const userReaders = this.readers.get(userId)
    userReaders?.delete(reader)
    if (userReaders?.size === 0) this.readers.delete(userId)
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
