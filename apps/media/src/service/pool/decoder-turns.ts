type WaitingJob = { owner: string; start: () => void }
/** Waiting jobs by owner, in the order in which the owners have their turns. */
type QueuesByOwner = Map<string, (() => void)[]>

/**
 * Schedules decoder jobs. Kinds of jobs take turns, so that a visitor's request waits for one photo and not for all uploads; within a kind,
 * owners take turns. While one owner uses all `size` decoders, a second owner gets one additional decoder, because a running job may take a
 * minute.
 */
export class DecoderTurns {
  private readonly running = new Map<string, number>()
  private readonly queuesByKind = new Map<string, QueuesByOwner>()
  private runningCount = 0
  constructor(private readonly size: number) {}

  async run<T>(kind: string, owner: string, work: () => Promise<T>): Promise<T> {
    if (this.mayStart(owner)) this.countStart(owner)
    else await this.waitForTurn(kind, owner)
    try {
      return await work()
    } finally {
      this.countEnd(owner)
    }
  }

  private mayStart(owner: string): boolean {
    if (this.runningCount < this.size) return true
    return this.runningCount === this.size && this.running.size === 1 && !this.running.has(owner)
  }

  private waitForTurn(kind: string, owner: string): Promise<void> {
    return new Promise(start => {
      const queues: QueuesByOwner = this.queuesByKind.get(kind) ?? new Map()
      const queue = queues.get(owner) ?? []
      queue.push(start)
      queues.set(owner, queue)
      this.queuesByKind.set(kind, queues)
    })
  }

  private countStart(owner: string): void {
    this.runningCount++
    this.running.set(owner, (this.running.get(owner) ?? 0) + 1)
  }

  private countEnd(owner: string): void {
    this.runningCount--
    const remaining = (this.running.get(owner) ?? 1) - 1
    if (remaining > 0) this.running.set(owner, remaining)
    else this.running.delete(owner)
    for (let job = this.dequeueNextJob(); job; job = this.dequeueNextJob()) {
      this.countStart(job.owner)
      job.start()
    }
  }

  /**
   * Removes and returns the next job: a job of the kind whose turn it is and of the owner with the fewest running jobs. Of several such
   * owners, it chooses the owner who has waited longest.
   */
  private dequeueNextJob(): WaitingJob | undefined {
    for (const [kind, queues] of this.queuesByKind) {
      const owners = [...queues.keys()].filter(owner => this.mayStart(owner))
      const fewestRunning = Math.min(...owners.map(owner => this.running.get(owner) ?? 0))
      const owner = owners.find(one => (this.running.get(one) ?? 0) === fewestRunning)
      const queue = owner === undefined ? undefined : queues.get(owner)
      const start = queue?.shift()
      if (owner === undefined || !queue || !start) continue
      moveToEnd(queues, owner, queue.length > 0)
      moveToEnd(this.queuesByKind, kind, queues.size > 0)
      return { owner, start }
    }
    return undefined
  }
}

function moveToEnd<T>(map: Map<string, T>, key: string, hasMore: boolean): void {
  const value = map.get(key)
  map.delete(key)
  if (hasMore && value !== undefined) map.set(key, value)
}
