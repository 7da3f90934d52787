import { metrics as otel, type Attributes } from '@opentelemetry/api'

const meter = otel.getMeter('daymark')

/** Values are kept in the base units of Prometheus: seconds and bytes; `1` is a share of one. */
type About = { description: string; unit?: 's' | 'By' | '1'; attributes?: Attributes }
/** `known`: labels that are there from the beginning, with 0. How fast a counter grows is not seen of its first value. */
type Counted = About & { known?: Attributes[] }
type Reading = [value: number, attributes: Attributes]

/** Limits in seconds as the semantic conventions give them for requests; work of a decoder takes longer. */
export const QUICK = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
export const SLOW = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 900, 3600]

/**
 * The same names in both modes; docs/operations/telemetry.md lists them. Free until a reader is registered (DAYMARK_OPS_PORT). Labels
 * come from a known few: never an id, a host, an address or a name that somebody gave.
 */
export const metrics = {
  counter(name: string, { description, unit, known = [] }: Counted) {
    const counter = meter.createCounter(name, { description, unit })
    for (const attributes of known) counter.add(0, attributes)
    return counter
  },
  upDown: (name: string, { description, unit }: About) => meter.createUpDownCounter(name, { description, unit }),
  /** Record seconds. */
  histogram: (name: string, description: string, buckets: number[] = QUICK) =>
    meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries: buckets } }),
  /** A value, or one for each of some attributes, that is read when somebody scrapes; a failing source leaves a gap. */
  gauge(
    name: string,
    { description, unit, attributes = {} }: About,
    read: () => number | Reading[] | Promise<number | Reading[]>,
  ): void {
    meter.createObservableGauge(name, { description, unit }).addCallback(async result => {
      try {
        const found = await read()
        if (typeof found === 'number') result.observe(found, attributes)
        else for (const [value, own] of found) result.observe(value, { ...attributes, ...own })
      } catch {
        // the database is away: /readyz reports it, a gauge has no value
      }
    })
  },
  /** A sum that grows and is kept elsewhere, read when somebody scrapes. */
  total(name: string, { description, unit, attributes = {} }: About, read: () => Reading[]): void {
    meter.createObservableCounter(name, { description, unit }).addCallback(result => {
      for (const [value, own] of read()) result.observe(value, { ...attributes, ...own })
    })
  },
}

/** Several gauges of one scrape read together: what is asked while an answer is on its way shares it. */
export function together<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => (running ??= read().finally(() => (running = undefined)))
}
