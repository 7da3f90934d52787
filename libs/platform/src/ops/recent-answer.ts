import { withTimeout } from '../async/timeout.ts'

/** Probes come often and from everywhere; what is behind is asked once in this time. */
const KEPT_MS = 1000
/** What has not answered by then counts as away, also when it never will. */
const TIMEOUT_MS = 3000

/** "Can it be used?", asked at most once a second and never waited for longer than a probe waits. */
export class RecentAnswer {
  private answer?: { until: number; ok: Promise<boolean> }
  private readonly timeoutMs: number

  constructor(
    private readonly ask: () => Promise<unknown>,
    timeoutMs = TIMEOUT_MS,
  ) {
    this.timeoutMs = timeoutMs
  }

  get(): Promise<boolean> {
    if (this.answer && this.answer.until > performance.now()) return this.answer.ok
    const answer = { until: performance.now() + this.timeoutMs, ok: this.inTime() }
    void answer.ok.then(() => (answer.until = performance.now() + KEPT_MS))
    this.answer = answer
    return answer.ok
  }

  private async inTime(): Promise<boolean> {
    return withTimeout(this.ask(), this.timeoutMs).then(
      () => true,
      () => false,
    )
  }
}
