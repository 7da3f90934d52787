import { errors } from '@daymark/contracts'
import { ConcurrencyLimiter } from '@daymark/platform'

type Caller = { gate: ConcurrencyLimiter; present: number }
type Waiting = { perCaller?: number; total?: number }

/**
 * Runs `width` requests of each caller at the same time; further ones wait. Callers do not wait for each other. A request is refused
 * when its caller has `perCaller` waiting, or when all callers together have `total` requests and its caller has more than an even
 * share of them.
 */
export class CallerGates {
  private readonly callers = new Map<string, Caller>()
  private present = 0
  private readonly waiting: Required<Waiting>

  constructor(
    private readonly width: number,
    { perCaller = Number.POSITIVE_INFINITY, total = Number.POSITIVE_INFINITY }: Waiting,
  ) {
    this.waiting = { perCaller, total }
  }

  /** Resolves when this request may be worked on, to what must be called when it is over. */
  async enter(name: string): Promise<() => void> {
    const caller = this.callers.get(name) ?? {
      gate: new ConcurrencyLimiter(this.width, this.waiting.perCaller),
      present: 0,
    }
    const { total } = this.waiting
    if (this.present >= total && caller.present >= total / this.callers.size) throw errors.UNAVAILABLE()
    this.callers.set(name, caller)
    caller.present++
    this.present++
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const work = async (): Promise<void> => {
      begun.resolve()
      await over.promise
    }
    const leave = (): void => {
      this.present--
      if (--caller.present === 0) this.callers.delete(name)
    }
    void caller.gate.run(name, work).catch(begun.reject).then(leave)
    await begun.promise
    return over.resolve
  }

  /** Callers with something under way. */
  get size(): number {
    return this.callers.size
  }
}
