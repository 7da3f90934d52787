import { ROOT_CONTEXT } from '@opentelemetry/api'
import type { Sampler } from '@opentelemetry/sdk-trace'
import type { Env } from '../../config/env.ts'

type Ratio = new (ratio: number) => Sampler

/**
 * Whether a trace that a browser began is kept: as OTEL_TRACES_SAMPLER says of those that begin here. All parts of a trace follow its
 * beginning; which traces are worth keeping in the end is for the collector (deploy/otel), which sees all of one.
 */
export function keepsTrace(env: Env, TraceIdRatio: Ratio): (traceId: string) => boolean {
  const sampler = env['OTEL_TRACES_SAMPLER'] ?? 'parentbased_always_on'
  if (sampler.endsWith('always_off')) return () => false
  if (!sampler.endsWith('traceidratio')) return () => true
  const ratio = new TraceIdRatio(Number(env['OTEL_TRACES_SAMPLER_ARG'] ?? 1))
  const RECORDED = 2
  return traceId => ratio.shouldSample(ROOT_CONTEXT, traceId, '', 0, {}, []).decision === RECORDED
}
