/** Probes come often and from everywhere; what is behind is asked once in this time. */
const KEPT_MS = 1000
/** What has not answered by then counts as away, also when it never will. */
const PATIENCE_MS = 3000

/** "Can it be used?", asked at most once a second and never waited for longer than a probe waits. */
export class RecentAnswer {
  private answer?: { until: number; ok: Promise<boolean> }
  private readonly ask: () => Promise<unknown>
  private readonly patienceMs: number

  constructor(ask: () => Promise<unknown>, patienceMs = PATIENCE_MS) {
    this.ask = ask
    this.patienceMs = patienceMs
  }

  get(): Promise<boolean> {
    if (this.answer && this.answer.until > performance.now()) return this.answer.ok
    const answer = { until: performance.now() + this.patienceMs, ok: this.inTime() }
    void answer.ok.then(() => (answer.until = performance.now() + KEPT_MS))
    this.answer = answer
    return answer.ok
  }

  private async inTime(): Promise<boolean> {
    const { promise: tooLate, resolve } = Promise.withResolvers<false>()
    const timer = setTimeout(resolve, this.patienceMs, false)
    const answered = this.ask().then(
      () => true as const,
      () => false as const,
    )
    return Promise.race([answered, tooLate]).finally(() => clearTimeout(timer))
  }
}
