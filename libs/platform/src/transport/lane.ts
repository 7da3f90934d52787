import { ownerOf, type Envelope } from '@daymark/contracts'
import { OwnersInTurn } from './owners-in-turn.ts'
import { Paused, TransportClosed, type LaneOptions } from './transport.ts'

export type Retry = { firstMs: number; maxMs: number }

/**
 * Delivers events of one lane: in order per key, at most `concurrency` at once, each tried until it is handled. While one waits
 * for its next try it holds its key, but no slot: others go on. Owners take turns, so that thousands of events of one do not
 * delay the one of another, and one owner leaves one slot free: an event of another need not wait until work of minutes ends.
 */
export class Lane {
  private readonly tails = new Map<string, Promise<void>>()
  private readonly waiting = new OwnersInTurn<() => void>()
  private readonly running = new Set<Promise<void>>()
  private readonly stopping = new AbortController()
  private free: number
  private readonly held = new Map<string, number>()
  private readonly mostPerOwner: number

  constructor(
    private readonly options: LaneOptions,
    private readonly retry: Retry,
  ) {
    this.free = options.concurrency
    this.mostPerOwner = Math.max(1, options.concurrency - 1)
  }

  /** Resolves when handled; rejects with TransportClosed when the lane stops first. */
  push(event: Envelope): Promise<void> {
    const before = this.tails.get(event.subject) ?? Promise.resolve()
    const mine = before.catch(() => {}).then(() => this.untilHandled(event))
    this.tails.set(event.subject, mine)
    const forget = () => {
      if (this.tails.get(event.subject) === mine) this.tails.delete(event.subject)
    }
    mine.then(forget, forget)
    return mine
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    for (let wake = this.waiting.shift(); wake; wake = this.waiting.shift()) wake()
    await Promise.allSettled(this.running)
  }

  private async untilHandled(event: Envelope): Promise<void> {
    for (let tries = 0; ;) {
      const failure = await this.attempt(event)
      if (!failure) return
      if (failure.error instanceof Paused) await this.orStopped(failure.error.until)
      else await this.pause(Math.min(this.retry.firstMs * 2 ** tries++, this.retry.maxMs))
    }
  }

  private async attempt(event: Envelope): Promise<{ error: unknown } | undefined> {
    const owner = ownerOf(event)
    await this.slot(owner)
    const work = this.options.deliver(event)
    const settled = work.then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    const tracked = settled.then(() => {})
    this.running.add(tracked)
    const failure = await settled
    this.running.delete(tracked)
    this.release(owner)
    return failure
  }

  private async slot(owner: string): Promise<void> {
    if (this.free > 0 && this.mayHold(owner)) this.hold(owner)
    else await new Promise<void>(handOver => this.waiting.push(owner, () => (this.hold(owner), handOver())))
    if (this.stopping.signal.aborted) throw new TransportClosed()
  }
  private release(owner: string): void {
    const left = (this.held.get(owner) ?? 1) - 1
    if (left > 0) this.held.set(owner, left)
    else this.held.delete(owner)
    this.free++
    while (this.free > 0) {
      const handOver = this.waiting.shift(one => this.mayHold(one))
      if (!handOver) return
      handOver()
    }
  }
  private hold(owner: string): void {
    this.free--
    this.held.set(owner, (this.held.get(owner) ?? 0) + 1)
  }
  private mayHold = (owner: string): boolean => (this.held.get(owner) ?? 0) < this.mostPerOwner

  private pause(ms: number): Promise<void> {
    let timer: NodeJS.Timeout
    const over = new Promise<void>(resolve => (timer = setTimeout(resolve, ms)))
    return this.orStopped(over).finally(() => clearTimeout(timer))
  }

  private orStopped(over: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => reject(new TransportClosed())
      void over.then(() => {
        this.stopping.signal.removeEventListener('abort', stop)
        resolve()
      })
      if (this.stopping.signal.aborted) stop()
      else this.stopping.signal.addEventListener('abort', stop, { once: true })
    })
  }
}
