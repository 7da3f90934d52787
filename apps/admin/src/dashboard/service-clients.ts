import type { Actor, Output, Rpc } from '@daymark/contracts'
import { RpcClient, withTimeout } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { z } from 'zod'

/** After this time, a service that has not responded is shown as unavailable. */
const SERVICE_TIMEOUT_MS = 2000
/** Responses are cached for this time, because several open dashboards refresh regularly. */
const SERVICE_CACHE_MS = 2000

/** The response of a service, or null and a note if it did not respond. */
export type ServiceResult<T> = { value: T; note?: undefined } | { value: null; note: string }
type CachedResult = { expiresAt: number; result: Promise<ServiceResult<unknown>> }

/** Calls other services. If a service is unavailable, returns a note instead of throwing. */
@Injectable()
export class ServiceClients {
  private readonly cache = new Map<string, CachedResult>()
  constructor(private readonly rpc: RpcClient) {}

  async call<C extends Rpc>(contract: C, input: z.input<C['input']>, actor: Actor): Promise<ServiceResult<Output<C>>> {
    try {
      return { value: (await this.rpc.call(contract, input, actor, SERVICE_TIMEOUT_MS)) as Output<C> }
    } catch {
      return { value: null, note: createUnavailableNote(contract.name.split('.')[0] ?? '') }
    }
  }

  /** As `call`, but the result is cached for all callers. Only for calls whose response does not depend on input and caller. */
  callCached<C extends Rpc>(contract: C, input: z.input<C['input']>, actor: Actor): Promise<ServiceResult<Output<C>>> {
    const cachedResult = this.cache.get(contract.name)
    if (cachedResult && cachedResult.expiresAt > performance.now())
      return cachedResult.result as Promise<ServiceResult<Output<C>>>
    const result = this.call(contract, input, actor)
    const newResult: CachedResult = { expiresAt: performance.now() + SERVICE_TIMEOUT_MS + SERVICE_CACHE_MS, result }
    void result.then(() => (newResult.expiresAt = performance.now() + SERVICE_CACHE_MS))
    this.cache.set(contract.name, newResult)
    return result
  }
}

/** As `call`, for data of the admin service itself, whose database may be slow too. */
export async function settleWithin<T>(promise: Promise<T>, service: string): Promise<ServiceResult<T>> {
  try {
    return { value: await withTimeout(promise, SERVICE_TIMEOUT_MS) }
  } catch {
    return { value: null, note: createUnavailableNote(service) }
  }
}

const createUnavailableNote = (service: string): string => `${service} is not responding.`

export const collectNotes = (...results: ServiceResult<unknown>[]): string[] =>
  results.flatMap(({ note }) => note ?? [])
