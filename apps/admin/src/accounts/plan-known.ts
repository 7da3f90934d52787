import { type Actor, developer, identity, library, sharing } from '@daymark/contracts'
import type { RpcClient } from '@daymark/platform'

/** The version of a subscription that has just been opened. */
export const FIRST_PLAN = 1
/** An account that is new has no links and no tokens yet. */
export const OF_NEW = [library.awaitPlan, identity.awaitPlan]
const OF_ALL = [...OF_NEW, sharing.awaitPlan, developer.awaitPlan]

type Plan = { userId: string; version: number }

/**
 * Waits for those who decide by a plan. It is in force from here on: one of them being away is no failure of the change, as it
 * receives the plan when it is back.
 */
export async function planKnown(rpc: RpcClient, { userId, version }: Plan, actor: Actor, by = OF_ALL): Promise<void> {
  await Promise.allSettled(by.map(contract => rpc.call(contract, { userId, version }, actor)))
}
