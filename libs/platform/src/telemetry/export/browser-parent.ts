import { type Context, type TextMapPropagator, trace, TraceFlags } from '@opentelemetry/api'
import { readTraceparent } from '../traceparent.ts'

/** Of a session; over HTTPS the name has a prefix. */
const SESSION = /(?:^|;\s*)(?:__Host-)?daymark_session=/
type Headers = Record<string, string | string[] | undefined>

/**
 * Traces begin at the edge. Only our own page, with somebody signed in, may name the one that a request belongs to: browsers let no
 * other page say `same-origin`. Whether it is kept is decided here and not by who sends it. Nothing is told to those whom we call
 * over HTTP (receivers of webhooks, the card provider, the store): they are others' systems.
 */
export class BrowserParent implements TextMapPropagator {
  constructor(private readonly keeps: (traceId: string) => boolean) {}

  inject(): void {}

  extract(context: Context, carrier: unknown): Context {
    const { traceparent, cookie, 'sec-fetch-site': site } = (carrier ?? {}) as Headers
    if (site !== 'same-origin' || typeof cookie !== 'string' || !SESSION.test(cookie)) return context
    const found = typeof traceparent === 'string' ? readTraceparent(traceparent) : undefined
    if (!found) return context
    const traceFlags = this.keeps(found.traceId) ? TraceFlags.SAMPLED : TraceFlags.NONE
    return trace.setSpanContext(context, { ...found, traceFlags })
  }

  fields(): string[] {
    return ['traceparent']
  }
}
