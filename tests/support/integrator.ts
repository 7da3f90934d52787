import type { http, Scope } from '@daymark/contracts'
import { Visitor } from '@daymark/testing/outside'

/** For tests that ask more than a token usually may; how much that is has tests of its own. */
export const UNLIMITED = {
  DAYMARK_DEVELOPER_CALLS_PER_MINUTE: '100000',
  DAYMARK_DEVELOPER_UPLOADS_PER_HOUR: '100000',
}

/** A program of somebody on the studio plan: it has a token and nothing else. */
export async function createIntegrator(owner: Visitor, scopes: Scope[] = ['read', 'write']): Promise<Visitor> {
  const { status, body, bytes } = await owner.post<http.v1.Token & { token: string }>('/v1/tokens', { scopes })
  if (status !== 201) throw new Error(`no token: ${status} ${bytes.toString()}`)
  return new Visitor(owner.url, { authorization: `Bearer ${body.token}` })
}

/** What such a program would be configured with. */
export const tokenOf = ({ headers }: Visitor): string => headers['authorization']?.slice('Bearer '.length) ?? ''
