import { ownerOf, type Envelope } from '@daymark/contracts'
import type { ConsumerInfo, JetStreamManager } from '@nats-io/jetstream'
import { setTimeout as delay } from 'node:timers/promises'
import { STREAM, subject } from './jetstream.ts'
import { OwnersInTurn } from './owners-in-turn.ts'
import { TransportClosed } from './transport.ts'

/** Enough for many processes with work of seconds; so few that the server looks through them quickly. */
const MOST = 256
const LOOK_MS = 100
/** What was seen counts so long: single events need no look of their own. */
const FRESH_MS = 1000

/** What each owner publishes in a minute although there is enough, and how much of that there is at most. */
const BESIDE = { perOwner: 16, perMs: 60_000, most: 768 }

type Waiting = { type: string; owner: string; go: () => void }

/**
 * Holds back work of seconds while those who hear of it have enough of it. What waits in the stream can take no turns: an owner's
 * event behind ten thousand of another would be reached only by giving all of those back, and the server looks through all it has
 * lent out again and again. Here owners take turns, and the rows stay in the outbox.
 *
 * What fails by itself comes again for minutes and keeps its place meanwhile. So that an owner with hundreds of it does not hold up
 * everybody else, each may publish a little beside what there is.
 */
export class Backlog {
  private readonly waiting = new OwnersInTurn<Waiting>()
  private readonly types = new Map<string, number>()
  private free = 0
  private readonly beside = new Map<string, number>()
  private besideSince = Number.NEGATIVE_INFINITY
  private seenAt = Number.NEGATIVE_INFINITY
  private isFilling = false
  private readonly closing = new AbortController()

  constructor(
    private readonly manager: () => Promise<JetStreamManager>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Resolves as soon as the event may be published. Rejects when the bus closes. */
  async room(event: Envelope): Promise<void> {
    const owner = ownerOf(event)
    const passed = new Promise<void>(go => this.waiting.push(owner, { type: event.type, owner, go }))
    this.count(event.type, 1)
    if (!this.isFilling) void this.fill()
    await passed
    if (this.closing.signal.aborted) throw new TransportClosed()
  }

  close(): void {
    this.closing.abort()
  }

  private async fill(): Promise<void> {
    const { signal } = this.closing
    this.isFilling = true
    while (this.types.size > 0) {
      if (!signal.aborted && (this.free <= 0 || performance.now() - this.seenAt > FRESH_MS)) await this.look()
      this.letGo()
      if (this.types.size > 0) await delay(LOOK_MS, undefined, { signal }).catch(() => {})
    }
    this.isFilling = false
  }

  private letGo(): void {
    while ((this.free > 0 || this.closing.signal.aborted) && this.pass(this.waiting.shift()));
    while (this.free > -BESIDE.most && this.passBeside());
  }

  private pass(next: Waiting | undefined): boolean {
    if (!next) return false
    this.free--
    this.count(next.type, -1)
    next.go()
    return true
  }

  private passBeside(): boolean {
    const now = performance.now()
    if (now - this.besideSince > BESIDE.perMs) {
      this.beside.clear()
      this.besideSince = now
    }
    const ofMinute = (owner: string): number => this.beside.get(owner) ?? 0
    const next = this.waiting.shift(owner => ofMinute(owner) < BESIDE.perOwner)
    if (next) this.beside.set(next.owner, ofMinute(next.owner) + 1)
    return this.pass(next)
  }

  /** Nobody who is away, or who keeps his place but never comes back, holds up those who work: the one with least waiting counts. */
  private async look(): Promise<void> {
    try {
      const consumers: ConsumerInfo[] = []
      for await (const consumer of (await this.manager()).consumers.list(STREAM)) consumers.push(consumer)
      const waits = [...this.types.keys()].map(type => {
        const hearing = consumers.filter(one => hears(one, type)).map(one => one.num_pending + one.num_ack_pending)
        return hearing.length ? Math.min(...hearing) : 0
      })
      this.free = MOST - Math.max(...waits)
      this.seenAt = performance.now()
    } catch (error) {
      this.onError(error)
    }
  }

  private count(type: string, by: 1 | -1): void {
    const n = (this.types.get(type) ?? 0) + by
    if (n > 0) this.types.set(type, n)
    else this.types.delete(type)
  }
}

const hears = ({ config }: ConsumerInfo, type: string): boolean =>
  config.filter_subject === subject(type) || !!config.filter_subjects?.includes(subject(type))
