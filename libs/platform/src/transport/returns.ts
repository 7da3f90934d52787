/** The server looks through all it has lent out each time one of these moments comes: so they are few. */
const STEP_MS = 250
/** Nothing stays away longer while few are away: another process may begin meanwhile and would have nothing to do. */
const USUALLY_AWAY_MS = 10_000
/** The server gives out what comes again before anything new: with more of it, new messages of other owners would never come. */
const AGAIN_PER_SECOND = 200

/** When messages that were given back to the server come again. */
export class Returns {
  private readonly next = new Map<string, number>()
  /** How many come at each step. */
  private readonly away = new Map<number, number>()
  private total = 0
  private looked = 0

  /**
   * In how many ms the next message of an owner comes again: one behind the other, twice as fast as they can be handled (every
   * `eachMs`), for better a second look than nothing to do.
   */
  after(owner: string, eachMs: number, now = performance.now()): number {
    this.forgetPast(now)
    const longest = Math.max(USUALLY_AWAY_MS, (this.total * 1000) / AGAIN_PER_SECOND)
    const at = Math.min(Math.max(now, this.next.get(owner) ?? 0) + eachMs / 2, now + longest)
    this.next.set(owner, at)
    const delay = Math.ceil((at - now) / STEP_MS) * STEP_MS
    const step = stepOf(now + delay)
    this.away.set(step, (this.away.get(step) ?? 0) + 1)
    this.total++
    return delay
  }

  private forgetPast(now: number): void {
    if (stepOf(now) === this.looked) return
    this.looked = stepOf(now)
    for (const [step, count] of this.away) {
      if (step >= this.looked) continue
      this.away.delete(step)
      this.total -= count
    }
    for (const [owner, at] of this.next) if (at <= now) this.next.delete(owner)
  }
}

const stepOf = (ms: number): number => Math.floor(ms / STEP_MS)
