import type { http, Scope } from '@daymark/contracts'
import { Visitor } from '@daymark/testing/outside'

/** A program of somebody on the studio plan: it has a token and nothing else. */
export async function integratorOf(owner: Visitor, scopes: Scope[] = ['read', 'write']): Promise<Visitor> {
  const { status, body, bytes } = await owner.post<http.v1.Token & { token: string }>('/v1/tokens', { scopes })
  if (status !== 201) throw new Error(`no token: ${status} ${bytes.toString()}`)
  return new Visitor(owner.url, { authorization: `Bearer ${body.token}` })
}
