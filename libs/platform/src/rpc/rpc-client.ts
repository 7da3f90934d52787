import { type Actor, AppError, errors, type Input, type Rpc } from '@daymark/contracts'
import type { ClientProxy } from '@nestjs/microservices'
import { lastValueFrom, Observable, TimeoutError } from 'rxjs'
import type { z } from 'zod'
import { isUnavailable } from '../db/unavailable.ts'
import { context } from '../telemetry/context.ts'
import { runInSpan, SpanKind } from '../telemetry/tracing.ts'

/** Interval of timers. If a timer is late by more than this time, the process was suspended and could not receive a response. */
const CHECK_INTERVAL_MS = 500

/**
 * RxJS operator that fails with a TimeoutError after `ms`. After a suspension of the process, it waits for another CHECK_INTERVAL_MS, so
 * that responses that have arrived are processed.
 */
export const rpcTimeout =
  (ms: number) =>
  <T>(source: Observable<T>): Observable<T> =>
    new Observable(subscriber => {
      let [remainingMs, isExtension] = [ms, false]
      let timer: NodeJS.Timeout
      const waitFor = (waitMs: number): void => {
        const startedAt = performance.now()
        timer = setTimeout(() => {
          remainingMs -= waitMs
          const wasSuspended = performance.now() - startedAt > waitMs + CHECK_INTERVAL_MS
          if (remainingMs > 0) return waitFor(Math.min(remainingMs, CHECK_INTERVAL_MS))
          if (isExtension || !wasSuspended) return subscriber.error(new TimeoutError())
          isExtension = true
          waitFor(CHECK_INTERVAL_MS)
        }, waitMs)
      }
      waitFor(Math.min(remainingMs, CHECK_INTERVAL_MS))
      const subscription = source.subscribe(subscriber)
      return () => {
        clearTimeout(timer)
        subscription.unsubscribe()
      }
    })

/** Typed calls of other services, for the gateway, the admin service and services that declare `callsOthers`. */
export class RpcClient {
  constructor(
    private readonly proxy: ClientProxy,
    public readonly timeoutMs: number,
  ) {}

  /** Throws the AppError that the service threw, or UNAVAILABLE if it does not respond within `timeoutMs`. */
  call<C extends Rpc>(
    contract: C,
    input: z.input<C['input']>,
    actor: Actor,
    timeoutMs = this.timeoutMs,
  ): Promise<z.infer<C['output']>> {
    return runInSpan(`${contract.name} call`, { kind: SpanKind.CLIENT }, async () => {
      const message = {
        input: input as Input<C>,
        actor,
        requestId: context.get().requestId,
        precondition: context.get().precondition,
        traceparent: context.traceparent(),
      }
      try {
        return await lastValueFrom(
          this.proxy
            .send<z.infer<C['output']>>(contract.subject, message)
            .pipe(rpcTimeout(Math.min(timeoutMs, this.timeoutMs))),
        )
      } catch (error) {
        throw toAppError(error)
      }
    })
  }
  async close(): Promise<void> {
    await this.proxy.close()
  }
}

function toAppError(error: unknown): AppError {
  if (isSerializedError(error)) return new AppError(error.code, error.status, error.message, error.params)
  if (isUnavailable(error)) return errors.UNAVAILABLE()
  return isLostConnection(error) ? errors.UNAVAILABLE() : errors.INTERNAL()
}
/**
 * Error classes of the NATS client that mean an unavailable bus, in addition to those in `isUnavailable`: the server restarts, or has
 * disconnected this process because it was too slow.
 */
const NATS_ERROR_CLASSES = new Set(['AuthorizationError', 'ProtocolError', 'RequestError', 'EmptyResponseException'])
/** Nest reports a lost connection only by these texts (client-nats.js). Remove this when Nest throws errors with a class. */
const NEST_CONNECTION_LOST = /^(Connection closed$|Error: Connection lost)/

function isLostConnection(error: unknown): boolean {
  if (typeof error === 'string') return NEST_CONNECTION_LOST.test(error)
  return (
    error instanceof Error &&
    (NATS_ERROR_CLASSES.has(error.constructor.name) || NEST_CONNECTION_LOST.test(error.message))
  )
}

function isSerializedError(
  error: unknown,
): error is { code: string; status: number; message: string; params: Record<string, unknown> } {
  const e = error as { code?: unknown; status?: unknown } | null
  return typeof e?.code === 'string' && typeof e.status === 'number'
}
