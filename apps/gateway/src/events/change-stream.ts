import type { http } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import type { Response } from 'express'
import { onceClosed } from '../http/when-closed.ts'

/** Keeps proxies and our own idle limit from closing a quiet stream. */
const HEARTBEAT_MS = 25_000
/** Tabs and devices of one user; more are strange, and the oldest gives way. */
const MAX_PER_USER = 20
/** A reader that takes so much less than we send has lost the thread; it comes back and reads everything again. */
const MAX_BACKLOG_BYTES = 256 * 1024

type Reader = { response: Response; isStillSignedIn: () => Promise<boolean> }

/** GET /api/events: the open pages of each user, as server-sent events. */
@Injectable()
export class ChangeStream {
  private readonly readers = new Map<string, Set<Reader>>()
  private readonly heartbeat = setInterval(() => void this.beat(), HEARTBEAT_MS).unref()
  private closed = false

  open(userId: string, response: Response, isStillSignedIn: () => Promise<boolean>): void {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    })
    response.write('retry: 2000\n\n')
    if (this.closed) return void response.end()
    const reader = { response, isStillSignedIn }
    const mine = this.readers.get(userId) ?? new Set()
    this.readers.set(userId, mine.add(reader))
    onceClosed(response, () => this.remove(userId, reader))
    const [oldest] = mine
    if (mine.size > MAX_PER_USER && oldest) this.end(userId, oldest)
  }

  send(userId: string, change: http.Change): void {
    for (const reader of this.readersOf(userId))
      if (reader.response.writableLength > MAX_BACKLOG_BYTES) this.end(userId, reader, 'broken off')
      else reader.response.write(`event: change\ndata: ${JSON.stringify(change)}\n\n`)
  }

  /** To whoever has a page open. */
  sendAll(change: http.Change): void {
    for (const userId of [...this.readers.keys()]) this.send(userId, change)
  }

  /** For sessions that ended: whoever is still signed in comes back at once. */
  endUser(userId: string): void {
    for (const reader of this.readersOf(userId)) this.end(userId, reader)
  }

  close(): void {
    this.closed = true
    clearInterval(this.heartbeat)
    for (const userId of [...this.readers.keys()]) this.endUser(userId)
  }

  /** Also finds readers whose session ended without an event: by time, or because the event was lost. */
  private async beat(): Promise<void> {
    for (const userId of [...this.readers.keys()])
      for (const reader of this.readersOf(userId)) {
        const isSignedIn = await reader.isStillSignedIn()
        // It may have left or been ended while identity was asked.
        if (!this.readers.get(userId)?.has(reader)) continue
        if (isSignedIn) reader.response.write(': still here\n\n')
        else this.end(userId, reader)
      }
  }

  private readersOf(userId: string): Reader[] {
    return [...(this.readers.get(userId) ?? [])]
  }

  /**
   * Forgotten first: an answer that waits behind another one of its connection closes long after it has ended, and must not be
   * written to meanwhile.
   */
  private end(userId: string, reader: Reader, how: 'ended' | 'broken off' = 'ended'): void {
    this.remove(userId, reader)
    if (how === 'ended') reader.response.end()
    else reader.response.destroy()
  }

  private remove(userId: string, reader: Reader): void {
    const mine = this.readers.get(userId)
    mine?.delete(reader)
    if (mine?.size === 0) this.readers.delete(userId)
  }
}
