import { type Context, ROOT_CONTEXT, type TextMapPropagator, trace, TraceFlags } from '@opentelemetry/api'
import type { Sampler } from '@opentelemetry/sdk-trace'
import type { Env } from '../config/env.ts'
import { parseTraceparent } from './context.ts'

type RatioSamplerClass = new (ratio: number) => Sampler

/**
 * Decides with OTEL_TRACES_SAMPLER whether a trace that a browser started is sampled. All spans follow the decision of the root; the
 * collector (deploy/otel) may drop complete traces later.
 */
export function createTraceSampler(env: Env, TraceIdRatio: RatioSamplerClass): (traceId: string) => boolean {
  const sampler = env['OTEL_TRACES_SAMPLER'] ?? 'parentbased_always_on'
  if (sampler.endsWith('always_off')) return () => false
  if (!sampler.endsWith('traceidratio')) return () => true
  const ratio = new TraceIdRatio(Number(env['OTEL_TRACES_SAMPLER_ARG'] ?? 1))
  const RECORDED = 2
  return traceId => ratio.shouldSample(ROOT_CONTEXT, traceId, '', 0, {}, []).decision === RECORDED
}

/** Matches the session cookie in a Cookie header. Over HTTPS its name has a prefix. */
const SESSION_COOKIE_PATTERN = /(?:^|;\s*)(?:__Host-)?daymark_session=/
type Headers = Record<string, string | string[] | undefined>

/**
 * Traces start at the edge. Only a page of this installation with a signed-in user may set the trace id: browsers do not let other pages
 * send `same-origin`. This process decides about sampling, not the sender. Outgoing HTTP requests (to webhook receivers, the card
 * provider and the store) carry no trace id.
 */
export class BrowserTracePropagator implements TextMapPropagator {
  constructor(private readonly isSampled: (traceId: string) => boolean) {}

  inject(): void {}

  extract(context: Context, carrier: unknown): Context {
    const { traceparent, cookie, 'sec-fetch-site': site } = (carrier ?? {}) as Headers
    if (site !== 'same-origin' || typeof cookie !== 'string' || !SESSION_COOKIE_PATTERN.test(cookie)) return context
    const parent = typeof traceparent === 'string' ? parseTraceparent(traceparent) : undefined
    if (!parent) return context
    const traceFlags = this.isSampled(parent.traceId) ? TraceFlags.SAMPLED : TraceFlags.NONE
    return trace.setSpanContext(context, { ...parent, traceFlags })
  }

  fields(): string[] {
    return ['traceparent']
  }
}
