import { type Actor, identity, type Input, linkFields, readFields, type sharing } from '@daymark/contracts'
import type { RpcClient } from '@daymark/platform'
import { isBareDate, timeZoneOf, parseEndDate } from '../../routing/parameters.ts'

/** Settings of a link. An undefined setting keeps its value, or gets its default value in a new link. */
export type LinkSettings = Omit<Input<typeof sharing.updateLink>, 'id'>

/** Undefined (no change) stays undefined; an empty text or null becomes null, which removes the value. */
export const emptyAsNull = (value: string | null | undefined): null | undefined =>
  value === undefined ? undefined : null

type Expiry = { expires_at?: string | null | undefined; time_zone?: string | undefined }

/** rule 34: a date without time ends in the time zone of the request, else of the owner's settings, else of their browser, else in UTC. */
export async function withOwnersZone<B extends Expiry>(rpc: RpcClient, body: B, actor: Actor): Promise<B> {
  if (body.time_zone !== undefined || !body.expires_at || !isBareDate(body.expires_at)) return body
  const { timeZone, browserZone } = await rpc.call(identity.getProfile, {}, actor)
  const zone = timeZone ?? browserZone
  return zone ? { ...body, time_zone: zone } : body
}

export function parseExpiry({ expires_at: at, time_zone: zone }: Expiry) {
  const timeZone = timeZoneOf('time_zone', zone)
  return at ? parseEndDate('expires_at', at, timeZone) : emptyAsNull(at)
}

export const passwordOf = (password: string | null | undefined) => (password ? password : emptyAsNull(password))

/** The settings that the body of a request of /api or /v1 contains. */
export const readLinkSettings = (
  view: 'api' | 'v1',
  body: Partial<Record<string, unknown>> & Expiry & { password?: string | null | undefined },
): LinkSettings => ({
  ...readFields(linkFields, view, body),
  expiresAt: parseExpiry(body),
  password: passwordOf(body.password),
})
