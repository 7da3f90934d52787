import { Gate } from '@daymark/platform'

type Caller = { gate: Gate; present: number }

/** Lets so many requests of each caller be worked on at once and so many more wait; refuses beyond. Callers do not wait for each other. */
export class CallerGates {
  private readonly callers = new Map<string, Caller>()
  private readonly width: number
  private readonly waiting: number

  constructor(width: number, waiting: number) {
    this.width = width
    this.waiting = waiting
  }

  /** Resolves when this request may be worked on, to what must be called when it is over. */
  async enter(name: string): Promise<() => void> {
    const caller = this.callers.get(name) ?? { gate: new Gate(this.width, this.waiting), present: 0 }
    this.callers.set(name, caller)
    caller.present++
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const work = async (): Promise<void> => {
      begun.resolve()
      await over.promise
    }
    const leave = (): void => {
      if (--caller.present === 0) this.callers.delete(name)
    }
    void caller.gate.pass(name, work).catch(begun.reject).then(leave)
    await begun.promise
    return over.resolve
  }

  /** Callers with something under way. */
  get size(): number {
    return this.callers.size
  }
}
