import { errors } from '@daymark/contracts'

type QueuedTask = { start: () => void; reject: () => void }

/**
 * Runs up to `maxRunning` tasks and queues up to `maxQueued` more; further tasks are rejected, so that the queue cannot exhaust the memory.
 * Queued tasks start round-robin by owner: 150 tasks of one owner delay the task of another owner by at most one task.
 */
export class ConcurrencyLimiter {
  private runningCount = 0
  private queuedCount = 0
  private readonly queues = new Map<string, QueuedTask[]>()
  constructor(
    private readonly maxRunning: number,
    private readonly maxQueued: number,
  ) {}

  /**
   * Runs `work` when a slot is free. `waited` is true if the task was queued; `work` must then check its preconditions again. Throws
   * UNAVAILABLE if the queue is full.
   */
  async run<T>(owner: string, work: (waited: boolean) => Promise<T>): Promise<T> {
    const mustWait = this.runningCount >= this.maxRunning
    if (mustWait) await this.waitForSlot(owner)
    else this.runningCount++
    try {
      return await work(mustWait)
    } finally {
      const nextTask = this.takeNextTask()
      if (nextTask) nextTask.start()
      else this.runningCount--
    }
  }

  /** A finished task hands its slot to the next queued task, so that no new task can overtake it. */
  private waitForSlot(owner: string): Promise<void> {
    if (this.queuedCount >= this.maxQueued) this.evictFromLongestQueue(owner)
    this.queuedCount++
    return new Promise((start, reject) => {
      const task = { start, reject: () => reject(errors.UNAVAILABLE()) }
      const queue = this.queues.get(owner)
      if (queue) queue.push(task)
      else this.queues.set(owner, [task])
    })
  }

  /** Takes a task of the first owner and moves that owner behind the others. */
  private takeNextTask(): QueuedTask | undefined {
    const [first] = this.queues
    if (!first) return undefined
    const [owner, tasks] = first
    const task = tasks.shift()
    this.queues.delete(owner)
    if (tasks.length) this.queues.set(owner, tasks)
    this.queuedCount--
    return task
  }

  /** Rejects the last task of the owner with the longest queue. Throws UNAVAILABLE instead if that is the owner of the new task. */
  private evictFromLongestQueue(owner: string): void {
    const longestQueue = [...this.queues.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
    if (longestQueue.length <= (this.queues.get(owner)?.length ?? 0) + 1) throw errors.UNAVAILABLE()
    longestQueue.pop()?.reject()
    this.queuedCount--
  }
}
