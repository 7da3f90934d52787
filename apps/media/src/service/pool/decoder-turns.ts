type Waiting = { owner: string; start: () => void }
/** Waiting jobs by owner, in the order of turns. */
type Queues = Map<string, (() => void)[]>

/**
 * Schedules decoder jobs. Kinds of work take turns, so that a visitor waits for one photo and not for all, and within a kind owners
 * take turns. One owner may use all decoders; a second owner then gets an additional decoder at once instead of waiting for files that
 * may take a minute each.
 */
export class DecoderTurns {
  private readonly running = new Map<string, number>()
  private readonly kinds = new Map<string, Queues>()
  private total = 0
  constructor(private readonly size: number) {}

  async run<T>(kind: string, owner: string, work: () => Promise<T>): Promise<T> {
    if (this.mayStart(owner)) this.enter(owner)
    else await this.turn(kind, owner)
    try {
      return await work()
    } finally {
      this.leave(owner)
    }
  }

  private mayStart(owner: string): boolean {
    if (this.total < this.size) return true
    return this.total === this.size && this.running.size === 1 && !this.running.has(owner)
  }

  private turn(kind: string, owner: string): Promise<void> {
    return new Promise(start => {
      const queues: Queues = this.kinds.get(kind) ?? new Map()
      const queue = queues.get(owner) ?? []
      queue.push(start)
      queues.set(owner, queue)
      this.kinds.set(kind, queues)
    })
  }

  private enter(owner: string): void {
    this.total++
    this.running.set(owner, (this.running.get(owner) ?? 0) + 1)
  }

  private leave(owner: string): void {
    this.total--
    const left = (this.running.get(owner) ?? 1) - 1
    if (left > 0) this.running.set(owner, left)
    else this.running.delete(owner)
    for (let next = this.next(); next; next = this.next()) {
      this.enter(next.owner)
      next.start()
    }
  }

  /** Chooses within the kind whose turn it is: the owner with the fewest running jobs, then the one with the oldest turn. */
  private next(): Waiting | undefined {
    for (const [kind, queues] of this.kinds) {
      const owners = [...queues.keys()].filter(owner => this.mayStart(owner))
      const least = Math.min(...owners.map(owner => this.running.get(owner) ?? 0))
      const owner = owners.find(one => (this.running.get(one) ?? 0) === least)
      const queue = owner === undefined ? undefined : queues.get(owner)
      const start = queue?.shift()
      if (owner === undefined || !queue || !start) continue
      toEnd(queues, owner, queue.length > 0)
      toEnd(this.kinds, kind, queues.size > 0)
      return { owner, start }
    }
    return undefined
  }
}

function toEnd<T>(map: Map<string, T>, key: string, isKept: boolean): void {
  const value = map.get(key)
  map.delete(key)
  if (isKept && value !== undefined) map.set(key, value)
}
