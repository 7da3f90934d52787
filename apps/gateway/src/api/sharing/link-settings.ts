import { type Actor, identity, type Input, type sharing } from '@daymark/contracts'
import type { RpcClient } from '@daymark/platform'
import { isBareDate, timeZoneOf, untilDate } from '../../routing/parameters.ts'

/** What an owner sets of a link. Absent: as it is, or as it usually is. */
export type LinkSettings = Omit<Input<typeof sharing.updateLink>, 'id'>

/** Left out: as it was. Empty or null: none. */
export const emptyAsNull = (value: string | null | undefined): null | undefined =>
  value === undefined ? undefined : null

type End = { expires_at?: string | null | undefined; time_zone?: string | undefined }

/** rule 34: a bare date ends in the zone of the call, else of the owner's settings, else of their browser, else in UTC. */
export async function withOwnersZone<B extends End>(rpc: RpcClient, body: B, actor: Actor): Promise<B> {
  if (body.time_zone !== undefined || !body.expires_at || !isBareDate(body.expires_at)) return body
  const { timeZone, browserZone } = await rpc.call(identity.getProfile, {}, actor)
  const zone = timeZone ?? browserZone
  return zone ? { ...body, time_zone: zone } : body
}

export function endOf({ expires_at: at, time_zone: zone }: End) {
  const timeZone = timeZoneOf('time_zone', zone)
  return at ? untilDate('expires_at', at, timeZone) : emptyAsNull(at)
}

export const passwordOf = (password: string | null | undefined) => (password ? password : emptyAsNull(password))
