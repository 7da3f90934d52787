/** Strangers may ask as often as they like: what is configured is asked for once in this time. */
const KEPT_MS = 10_000

/** One answer that is good for everybody and for some seconds; one that failed is not kept. */
export class KeptFacts<T> {
  private kept?: { until: number; answer: Promise<T> }
  constructor(private readonly ask: () => Promise<T>) {}

  get(): Promise<T> {
    const now = performance.now()
    if (this.kept && this.kept.until > now) return this.kept.answer
    const kept = { until: now + KEPT_MS, answer: this.ask() }
    kept.answer.catch(() => (kept.until = 0))
    this.kept = kept
    return kept.answer
  }
}
