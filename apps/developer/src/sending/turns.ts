/** A webhook that has something to send. */
export type Head = { webhookId: string; ownerId: string; host: string }
export type Limits = { all: number; perOwner: number; perHost: number }

/**
 * Who may send next. Owners take turns, and within an owner hosts: whoever has least in flight comes first, and of these who had
 * no turn for longest. A host and an owner have only so many at once, so thousands of deliveries to a slow receiver leave room.
 */
export class Turns {
  private readonly inFlight = new Map<string, number>()
  private readonly lastTurn = new Map<string, number>()
  private turn = 0
  private total = 0
  constructor(private readonly limits: Limits) {}

  get room(): number {
    return this.limits.all - this.total
  }
  begin(head: Head): void {
    this.total += 1
    for (const key of keysOf(head)) this.inFlight.set(key, this.count(key) + 1)
  }
  end(head: Head): void {
    this.total -= 1
    for (const key of keysOf(head)) {
      const left = this.count(key) - 1
      if (left > 0) this.inFlight.set(key, left)
      else this.inFlight.delete(key)
    }
  }

  /** How many of each webhook may be taken now. */
  share(heads: Head[]): Map<string, number> {
    const shares = new Map<string, number>()
    const planned: Head[] = []
    try {
      while (this.room > 0) {
        const head = this.next(heads)
        if (!head) break
        this.begin(head)
        planned.push(head)
        shares.set(head.webhookId, (shares.get(head.webhookId) ?? 0) + 1)
        this.turn += 1
        for (const key of keysOf(head)) this.lastTurn.set(key, this.turn)
      }
    } finally {
      // only what was really taken is in flight
      for (const head of planned) this.end(head)
    }
    this.forget(heads)
    return shares
  }

  private next(heads: Head[]): Head | undefined {
    let best: Head | undefined
    for (const head of heads) if (this.fits(head) && (!best || this.isBefore(head, best))) best = head
    return best
  }
  private fits({ ownerId, host }: Head): boolean {
    return this.count(owner(ownerId)) < this.limits.perOwner && this.count(at(host)) < this.limits.perHost
  }
  private isBefore(one: Head, other: Head): boolean {
    for (const [key, than] of keysOf(one).map((key, n) => [key, keysOf(other)[n] ?? ''] as const)) {
      const difference = this.count(key) - this.count(than) || this.last(key) - this.last(than)
      if (difference !== 0) return difference < 0
    }
    return false
  }
  private count(key: string): number {
    return this.inFlight.get(key) ?? 0
  }
  private last(key: string): number {
    return this.lastTurn.get(key) ?? 0
  }
  /** Who has nothing to send any more needs no turn. */
  private forget(heads: Head[]): void {
    const known = new Set(heads.flatMap(keysOf))
    for (const key of this.lastTurn.keys()) if (!known.has(key)) this.lastTurn.delete(key)
  }
}

const owner = (id: string): string => `owner ${id}`
const at = (host: string): string => `host ${host}`
const keysOf = ({ ownerId, host, webhookId }: Head): string[] => [owner(ownerId), at(host), webhookId]
