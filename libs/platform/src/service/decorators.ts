import 'reflect-metadata'
import {
  actor as actorSchema,
  AppError,
  assertAccess,
  errors,
  precondition as preconditionSchema,
  type Actor,
  type EventOf,
  type EventType,
  type Input,
  type Output,
  type Rpc,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
} from '@daymark/contracts'
import { Controller, Injectable } from '@nestjs/common'
import { MessagePattern, RpcException } from '@nestjs/microservices'
import { ZodError, z } from 'zod'
import type { Tx } from '../db/tx.ts'
import { isUnavailable } from '../db/unavailable.ts'
import { context } from '../telemetry/context.ts'
import { runInSpan, SpanKind } from '../telemetry/tracing.ts'
import { serviceMetrics } from '../telemetry/metrics.ts'
import { logHandlerFailure, logHandlerUnavailable, trackRequest } from './requests.ts'

/** Commits effects, events and the inbox mark in one transaction. Call it at most once per event. */
export type Commit = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
/**
 * A subscriber of one event type, or of several event types (then `E` is `EventType`). It is retried until it succeeds, so do slow work
 * first and then commit once.
 */
export interface Subscriber<E extends EventType> {
  on(event: EventOf<E>, commit: Commit): Promise<void>
  /**
   * If it resolves to false, the event is skipped and not recorded in the inbox. It is evaluated at each attempt against committed data.
   * Data that makes an event relevant must therefore be committed before the response to the request that creates the data.
   */
  shouldHandle?(event: EventOf<E>): Promise<boolean>
  /** Called in a separate transaction when the event becomes a dead letter, for example to inform the owner. */
  onDeadLetter?(event: EventOf<E>, reason: string): Promise<void>
}
/**
 * A scheduled job (`@Every`). An advisory lock ensures that only one replica runs it at a time. A long run must stop soon after `signal` is
 * aborted.
 */
export interface Job {
  /** May resolve to the time in ms after which the job runs again, instead of its interval. */
  run(signal?: AbortSignal): Promise<number | void>
}

export type Class<T = object> = new (...args: never[]) => T
/**
 * `asJob`: for slow work. The event enqueues a job in the transaction that marks it as handled.
 *
 * `onlyCommits`: the subscriber has no effects outside of `commit`. The first attempt then needs no inbox row of its own, which saves a
 * commit for each event.
 */
export type SubscriberOptions = { concurrency?: number; asJob?: boolean; onlyCommits?: boolean }
const SUBSCRIBES_METADATA = Symbol('subscribes')
/** The metadata of `@Runs` (jobs/job-worker.ts). */
export const RUNS_METADATA = Symbol('runs')
const EVERY_METADATA = Symbol('every')

/** The message of a call: input, caller, precondition, request id and trace. */
const rpcMessage = z.object({
  input: z.unknown(),
  actor: actorSchema,
  requestId: z.string().optional(),
  precondition: preconditionSchema.optional(),
  traceparent: z.string().optional(),
})

/**
 * Declares a class whose methods answer calls (`@Handles`). Services find the class by the name of its file. Nest can inject dependencies
 * only into a class with a decorator, because TypeScript records the types of the constructor parameters for such classes only.
 */
export const RpcHandlers = (): ClassDecorator => Controller()

/**
 * Answers calls of the contract with this method. The bus calls a second method, which validates input and output, checks the access that
 * the contract declares, and measures the duration; the method itself is not changed.
 */
export function Handles<C extends Rpc>(contract: C) {
  type Method = (input: Input<C>, actor: Actor) => Promise<Output<C>>
  return <M extends Method>(target: object, name: string, method: TypedPropertyDescriptor<M>): void => {
    async function answerCall(this: object, message: unknown): Promise<unknown> {
      const handleMessage = ({
        input: rawInput,
        actor,
        requestId,
        precondition,
        traceparent,
      }: z.infer<typeof rpcMessage>) =>
        context.run({ ...context.get(), requestId, precondition }, () =>
          runInSpan(contract.name, { kind: SpanKind.SERVER, traceparent }, async () => {
            const input = parseInput(contract.input, rawInput) as Input<C>
            assertAccess(contract, actor)
            return contract.output.parse(await (method.value as M).call(this, input, actor))
          }),
        )
      const started = performance.now()
      const recordAnswer = (code?: string) => serviceMetrics.recordCall(contract.name, code, started)
      try {
        const output = await trackRequest(async () => handleMessage(parseInput(rpcMessage, message)))
        recordAnswer()
        return output
      } catch (error) {
        const failure = toAppError(error, contract.name)
        recordAnswer(failure.code)
        throw new RpcException(failure.toJSON())
      }
    }
    const answerMethod = `answer:${name}`
    const descriptor = { value: answerCall, writable: true, configurable: true, enumerable: false }
    Object.defineProperty(target, answerMethod, descriptor)
    MessagePattern(contract.subject)(target, answerMethod, descriptor)
  }
}

/**
 * Subscribes a class to one or several event types. The contract of an event names its priority. `concurrency`: maximum number of events
 * that this process handles concurrently.
 */
export function On(types: EventType | EventType[], options: SubscriberOptions = {}) {
  return (target: Class<Subscriber<never>>): void => {
    Reflect.defineMetadata(SUBSCRIBES_METADATA, { types: [types].flat(), options }, target)
    Injectable()(target)
  }
}
/** `@Every('5m')` runs a job at an interval. Units are s, m, h and d. */
export function Every(interval: string) {
  const match = /^(\d+)(s|m|h|d)$/.exec(interval)
  if (!match) throw new Error(`@Every("${interval}") is not an interval.`)
  const unit = { s: 1000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }[match[2] as 's' | 'm' | 'h' | 'd']
  return (target: Class<Job>): void => {
    Reflect.defineMetadata(EVERY_METADATA, Number(match[1]) * unit, target)
    Injectable()(target)
  }
}

export const subscriptionOf = (target: Class): { types: EventType[]; options: SubscriberOptions } =>
  Reflect.getMetadata(SUBSCRIBES_METADATA, target)
export const intervalOf = (target: Class): number => Reflect.getMetadata(EVERY_METADATA, target)
/** Whether the class has the decorator `@RpcHandlers`, or `@Controller` of Nest. */
export const isController = (target: Class): boolean => Reflect.hasMetadata('path', target)
/** Whether the class has the decorator `@On`. */
export const isSubscriber = (target: Class): boolean => Reflect.hasMetadata(SUBSCRIBES_METADATA, target)
/** Whether the class has the decorator `@Every` or `@Runs`. */
export const isJob = (target: Class): boolean =>
  Reflect.hasMetadata(EVERY_METADATA, target) || Reflect.hasMetadata(RUNS_METADATA, target)

export function parseInput<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw errors.INVALID_INPUT({ reason: describeIssue(parsed.error) })
}
/** Returns the first validation issue as a sentence for the caller. */
export function describeIssue(error: ZodError): string {
  const [issue] = error.issues
  const path = issue?.path.join('.')
  return path ? `${path}: ${issue?.message}` : (issue?.message ?? 'Invalid input.')
}

function toAppError(error: unknown, handlerName: string): AppError {
  if (error instanceof AppError) return error
  if (isUnavailable(error)) {
    logHandlerUnavailable(handlerName, error)
    return errors.UNAVAILABLE()
  }
  logHandlerFailure(handlerName, error)
  return errors.INTERNAL()
}
