import type { Actor, Output, Rpc } from '@daymark/contracts'
import { RpcClient, withTimeout } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { z } from 'zod'

/** Who has not answered by then is shown as away. */
const PATIENCE_MS = 2000
/** An open dashboard asks again and again, and there may be several: who owns the figures is asked once in this time. */
const KEPT_MS = 2000

/** What a service said; null: it did not answer, and `note` says so. */
export type Said<T> = { value: T; note?: undefined } | { value: null; note: string }
type Kept = { until: number; said: Promise<Said<unknown>> }

/** Asks services about themselves, so that one of them being away is a note in the answer and no failure of it. */
@Injectable()
export class Owners {
  private readonly kept = new Map<string, Kept>()
  constructor(private readonly rpc: RpcClient) {}

  async ask<C extends Rpc>(contract: C, input: z.input<C['input']>, actor: Actor): Promise<Said<Output<C>>> {
    try {
      return { value: (await this.rpc.call(contract, input, actor, PATIENCE_MS)) as Output<C> }
    } catch {
      return { value: null, note: silent(contract.name.split('.')[0] ?? '') }
    }
  }

  /** The same for everybody who may ask, and remembered for a moment. For questions whose answer does not depend on the input. */
  recent<C extends Rpc>(contract: C, input: z.input<C['input']>, actor: Actor): Promise<Said<Output<C>>> {
    const known = this.kept.get(contract.name)
    if (known && known.until > performance.now()) return known.said as Promise<Said<Output<C>>>
    const said = this.ask(contract, input, actor)
    const kept: Kept = { until: performance.now() + PATIENCE_MS + KEPT_MS, said }
    void said.then(() => (kept.until = performance.now() + KEPT_MS))
    this.kept.set(contract.name, kept)
    return said
  }
}

/** The same for what this service has to say itself: its database may be slow, too. */
export async function inTime<T>(asked: Promise<T>, service: string): Promise<Said<T>> {
  try {
    return { value: await withTimeout(asked, PATIENCE_MS) }
  } catch {
    return { value: null, note: silent(service) }
  }
}

const silent = (service: string): string => `${service} does not answer.`

export const notesOf = (...said: Said<unknown>[]): string[] => said.flatMap(({ note }) => note ?? [])
