import { errors } from '@daymark/contracts'

type Turn = { take: () => void; refuse: () => void }

/**
 * Lets `width` pieces of work run and `waiting` more wait; refuses beyond, so that a flood costs neither memory nor the others'
 * time. Those who wait take turns by their owner: who asks 150 times delays somebody who asks once by one piece of work.
 */
export class Gate {
  private running = 0
  private waitingNow = 0
  private readonly queues = new Map<string, Turn[]>()
  constructor(
    private readonly width: number,
    private readonly waiting: number,
  ) {}

  /** `work` learns whether it had to wait, so that it can look again at what was true before. */
  async pass<T>(owner: string, work: (waited: boolean) => Promise<T>): Promise<T> {
    const waits = this.running >= this.width
    if (waits) await this.turn(owner)
    else this.running++
    try {
      return await work(waits)
    } finally {
      const next = this.next()
      if (next) next.take()
      else this.running--
    }
  }

  /** Who finishes hands its place to the next, so nobody slips in between. */
  private turn(owner: string): Promise<void> {
    if (this.waitingNow >= this.waiting) this.makeRoom(owner)
    this.waitingNow++
    return new Promise((take, reject) => {
      const turn = { take, refuse: () => reject(errors.UNAVAILABLE()) }
      const mine = this.queues.get(owner)
      if (mine) mine.push(turn)
      else this.queues.set(owner, [turn])
    })
  }

  /** The owner that waited longest for a turn has the next one, and then stands behind the others. */
  private next(): Turn | undefined {
    const [first] = this.queues
    if (!first) return undefined
    const [owner, turns] = first
    const turn = turns.shift()
    this.queues.delete(owner)
    if (turns.length) this.queues.set(owner, turns)
    this.waitingNow--
    return turn
  }

  /** Who has the most waiting gives up a place; that is whoever asks, unless somebody has more. */
  private makeRoom(owner: string): void {
    const longest = [...this.queues.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
    if (longest.length <= (this.queues.get(owner)?.length ?? 0) + 1) throw errors.UNAVAILABLE()
    longest.pop()?.refuse()
    this.waitingNow--
  }
}
