import type { Actor, Output, Rpc } from '@daymark/contracts'
import { RpcClient, withTimeout } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { z } from 'zod'

/** A service that has not answered after this time is shown as unavailable. */
const TIMEOUT_MS = 2000
/** Several dashboards may be open, and each refreshes itself: a service is called once in this time. */
const CACHE_MS = 2000

/** The answer of a service; null: it did not answer, and `note` says so. */
export type ServiceResult<T> = { value: T; note?: undefined } | { value: null; note: string }
type CachedResult = { expiresAt: number; result: Promise<ServiceResult<unknown>> }

/** Calls the other services. One that is unavailable becomes a note in the answer instead of a failure. */
@Injectable()
export class ServiceClients {
  private readonly cache = new Map<string, CachedResult>()
  constructor(private readonly rpc: RpcClient) {}

  async call<C extends Rpc>(contract: C, input: z.input<C['input']>, actor: Actor): Promise<ServiceResult<Output<C>>> {
    try {
      return { value: (await this.rpc.call(contract, input, actor, TIMEOUT_MS)) as Output<C> }
    } catch {
      return { value: null, note: noAnswer(contract.name.split('.')[0] ?? '') }
    }
  }

  /** The same, cached for all callers. For calls whose answer does not depend on the input. */
  callCached<C extends Rpc>(contract: C, input: z.input<C['input']>, actor: Actor): Promise<ServiceResult<Output<C>>> {
    const fromCache = this.cache.get(contract.name)
    if (fromCache && fromCache.expiresAt > performance.now())
      return fromCache.result as Promise<ServiceResult<Output<C>>>
    const result = this.call(contract, input, actor)
    const cached: CachedResult = { expiresAt: performance.now() + TIMEOUT_MS + CACHE_MS, result }
    void result.then(() => (cached.expiresAt = performance.now() + CACHE_MS))
    this.cache.set(contract.name, cached)
    return result
  }
}

/** The same for data of admin itself, whose database may be slow too. */
export async function settleWithin<T>(promise: Promise<T>, service: string): Promise<ServiceResult<T>> {
  try {
    return { value: await withTimeout(promise, TIMEOUT_MS) }
  } catch {
    return { value: null, note: noAnswer(service) }
  }
}

const noAnswer = (service: string): string => `${service} does not answer.`

export const notesOf = (...results: ServiceResult<unknown>[]): string[] => results.flatMap(({ note }) => note ?? [])
