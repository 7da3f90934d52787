import { type RouteInput, errors, tokens, v1 } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Res } from '@nestjs/common'
import type { Response } from 'express'
import { Caches } from '../cache/caches.ts'
import { tag } from '../cache/event-tags.ts'
import { Readiness } from '../edge/lifecycle.ts'
import { presentToken } from '../presenters/account.ts'
import { parseEndDate } from '../routing/parameters.ts'
import { Serves, successBody } from '../routing/serves.ts'
import { apiTokenOf, type Caller } from '../session/caller.ts'

/** API tokens (rule 45), managed with a session or with a token, and health, version and rate limit of the public API. */
@Controller()
export class TokensController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
    private readonly readiness: Readiness,
  ) {}

  @Serves(v1.listTokens)
  async list(_: unknown, { actor }: Caller) {
    return (await this.rpc.call(tokens.listTokens, {}, actor)).tokens.map(presentToken)
  }

  @Serves(v1.createToken)
  async create({ body }: RouteInput<typeof v1.createToken>, { actor, apiToken }: Caller) {
    const input = {
      name: body.name ?? null,
      scopes: body.scopes,
      ttl: body.ttl,
      expiresAt: body.expires_at ? parseEndDate('expires_at', body.expires_at) : null,
      callerScopes: apiToken?.scopes ?? null,
    }
    const { token, ...created } = await this.rpc.call(tokens.createToken, input, actor)
    return { ...presentToken(created), token }
  }

  @Serves(v1.validateToken)
  validate(_: unknown, caller: Caller) {
    const { userId, scopes, expiresAt } = apiTokenOf(caller)
    return { valid: true as const, account_id: userId, scopes, expires_at: expiresAt }
  }

  @Serves(v1.getToken)
  async get({ params: { id } }: RouteInput<typeof v1.getToken>, { actor }: Caller) {
    const { tokens: allTokens } = await this.rpc.call(tokens.listTokens, {}, actor)
    const apiToken = allTokens.find(token => token.id === id.toLowerCase())
    if (!apiToken) throw errors.TOKEN_NOT_FOUND()
    return presentToken(apiToken)
  }

  /** Invalidates the caches of this gateway immediately. Other gateways do so when they receive the event of this change. */
  @Serves(v1.revokeToken)
  async revoke({ params: { id } }: RouteInput<typeof v1.revokeToken>, { actor }: Caller) {
    await this.rpc.call(tokens.revokeToken, { id }, actor)
    this.caches.invalidate([tag.token(id)])
    return successBody('The token was revoked.')
  }

  @Serves(v1.getHealth)
  @Header('Cache-Control', 'no-store')
  async getHealth(_: unknown, __: Caller, @Res({ passthrough: true }) response: Response) {
    const ok = await this.readiness.check()
    response.status(ok ? 200 : 503)
    return { ok, status: ok ? 'ok' : 'unavailable' }
  }

  @Serves(v1.getVersion)
  @Header('Cache-Control', 'no-store')
  getVersion() {
    return { version: 'v1.0.0' as const }
  }

  @Serves(v1.getRateLimit)
  getRateLimit(_: unknown, { allowance }: Caller) {
    if (!allowance) throw errors.TOKEN_REQUIRED()
    const { limit, remaining, resetMs } = allowance
    return { limit, remaining, reset: Math.ceil(resetMs / 1000) }
  }
}
