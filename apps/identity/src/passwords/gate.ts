import { errors } from '@daymark/contracts'

/** Lets `width` pieces of work run and `waiting` more wait; refuses beyond, so that a flood costs neither memory nor the others' time. */
export class Gate {
  private running = 0
  private readonly queue: (() => void)[] = []
  constructor(
    private readonly width: number,
    private readonly waiting: number,
  ) {}

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.width) this.running++
    else await this.turn()
    try {
      return await work()
    } finally {
      const next = this.queue.shift()
      if (next) next()
      else this.running--
    }
  }

  /** Who finishes hands its place to the next, so nobody slips in between. */
  private turn(): Promise<void> {
    if (this.queue.length >= this.waiting) throw errors.UNAVAILABLE()
    return new Promise(resolve => this.queue.push(resolve))
  }
}
