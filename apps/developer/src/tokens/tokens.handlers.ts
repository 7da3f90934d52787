import {
  type Actor,
  errors,
  type Input,
  MAX_TOKENS,
  requireUser,
  type Scope,
  scopeCovers,
  tokenRevoked,
  tokens,
  MAX_LISTED_TOKENS,
  DAY_MS,
  HOUR_MS,
} from '@daymark/contracts'
import {
  apiTokenPrefix,
  Clock,
  createApiToken,
  Database,
  Handles,
  hashApiToken,
  Logger,
  parseIdOrThrow,
  preparedStatement,
  RpcHandlers,
  type Tx,
} from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { randomUUIDv7 } from 'node:crypto'
import { ApiPlan } from '../plans/plans.handlers.ts'
import { Token } from './token.entity.ts'

const LAST_USE_INTERVAL_MS = 60_000
const UPDATE_LAST_USE = preparedStatement(
  'UPDATE api_tokens SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)',
)

/** Records the last use of a token, at most once a minute, without delaying the call. */
@Injectable()
export class TokenUseRecorder {
  private readonly idsBeingWritten = new Set<string>()
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  record({ id, lastUsedAt }: { id: string; lastUsedAt: Date | null }): void {
    const now = this.clock.now()
    if (this.idsBeingWritten.has(id) || (lastUsedAt && +now - +lastUsedAt < LAST_USE_INTERVAL_MS)) return
    this.idsBeingWritten.add(id)
    void this.db
      .commit(async tx => tx.send(UPDATE_LAST_USE, [id, now]))
      .catch((error: unknown) => this.log.warn({ err: error, event: 'developer.token-use-not-noted', tokenId: id }))
      .finally(() => this.idsBeingWritten.delete(id))
  }
}

const UNIT_MS = { h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS, y: 365 * DAY_MS }
const MAX_LIFETIME_MS = 365 * DAY_MS
/** Added to the maximum lifetime for clients that request exactly one year and whose clocks are ahead. */
const LIFETIME_TOLERANCE_MS = 60_000

type TokenLifetime = { ttl: string; expiresAt: string | null }

/** Returns the expiry of a new token (rule 46). Throws INVALID_INPUT for a time in the past or more than 365 days away. */
export function computeExpiry({ ttl, expiresAt }: TokenLifetime, now: Date): Date {
  return expiresAt === null ? parseTtl(ttl, now) : validateExpiry(new Date(expiresAt), now)
}

function parseTtl(ttl: string, now: Date): Date {
  const [, count = '', unit = ''] = /^(\d+)([hdwy])$/.exec(ttl) ?? []
  const ms = Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]
  if (!(ms > 0)) throw errors.INVALID_INPUT({ reason: 'ttl: Send a number with h, d, w or y, such as 7d.' })
  if (ms > MAX_LIFETIME_MS) throw errors.INVALID_INPUT({ reason: 'ttl: A token can be valid for at most 365d.' })
  return new Date(+now + ms)
}

function validateExpiry(expiresAt: Date, now: Date): Date {
  if (expiresAt <= now) throw errors.INVALID_INPUT({ reason: 'expires_at: Send a time in the future.' })
  if (+expiresAt > +now + MAX_LIFETIME_MS + LIFETIME_TOLERANCE_MS)
    throw errors.INVALID_INPUT({ reason: 'expires_at: A token can be valid for at most 365 days.' })
  return expiresAt
}

type TokenRow = {
  id: string
  userId: string
  name: string | null
  scopes: Scope[]
  expiresAt: Date
  lastUsedAt: Date | null
  mayAct: boolean
}

const FIND_TOKEN = preparedStatement(`
  SELECT t.id, t.user_id AS "userId", t.name, t.scopes, t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt",
         coalesce(o.may_act, true) AS "mayAct"
  FROM api_tokens t LEFT JOIN user_access o ON o.user_id = t.user_id WHERE t.hash = decode($1, 'hex')`)

@RpcHandlers()
export class TokenHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plan: ApiPlan,
    private readonly useRecorder: TokenUseRecorder,
  ) {}

  /** Creates a token and returns it. No other response contains it (S-TOK-04). */
  @Handles(tokens.createToken)
  async createToken(input: Input<typeof tokens.createToken>, actor: Actor) {
    const userId = requireUser(actor)
    const scopes = [...new Set(input.scopes)]
    assertScopesCovered(scopes, input.callerScopes)
    const [now, secret] = [this.clock.now(), createApiToken()]
    const token = Object.assign(new Token(), {
      id: randomUUIDv7(),
      userId,
      name: input.name || null,
      scopes,
      prefix: apiTokenPrefix(secret),
      hash: Buffer.from(hashApiToken(secret), 'hex'),
      createdAt: now,
      expiresAt: computeExpiry(input, now),
      lastUsedAt: null,
    })
    await this.db.commit(async tx => {
      await assertBelowTokenLimit(tx, userId, now)
      tx.insert(Token, token)
      const target = { kind: 'token', id: token.id, name: token.name }
      tx.audit(actor, 'token.created', target, { scopes: scopes.join(' ') })
    })
    return { ...token.view(), token: secret }
  }

  @Handles(tokens.checkToken)
  async checkToken({ hash }: Input<typeof tokens.checkToken>) {
    const [token] = await this.db.sql<TokenRow>(FIND_TOKEN, [hash])
    // Unknown tokens are not rate limited: a client may still send a revoked one, and 178 random bits cannot be guessed.
    if (!token?.mayAct) throw errors.TOKEN_REQUIRED()
    const planNeeded = await this.plan.findMissingPlan(token.userId)
    this.useRecorder.record(token)
    const { id: tokenId, userId, name, scopes } = token
    return { tokenId, userId, name, scopes, expiresAt: token.expiresAt.toISOString(), planNeeded }
  }

  @Handles(tokens.listTokens)
  async listTokens(_: Input<typeof tokens.listTokens>, actor: Actor) {
    const rows = await this.db
      .repository(Token)
      .createQueryBuilder('t')
      .where('t.userId = :userId', { userId: requireUser(actor) })
      .orderBy('t.expiresAt > :now', 'DESC')
      .addOrderBy('t.id', 'DESC')
      .setParameter('now', this.clock.now())
      .limit(MAX_LISTED_TOKENS)
      .getMany()
    return { tokens: rows.map(token => token.view()) }
  }

  @Handles(tokens.revokeToken)
  async revokeToken(input: Input<typeof tokens.revokeToken>, actor: Actor) {
    const [id, userId] = [parseIdOrThrow(errors.TOKEN_NOT_FOUND, input.id), requireUser(actor)]
    await this.db.commit(async tx => {
      const deleteToken = 'DELETE FROM api_tokens WHERE id = $1 AND user_id = $2 RETURNING name'
      const [token] = await tx.sql<{ name: string | null }>(deleteToken, [id, userId])
      if (!token) throw errors.TOKEN_NOT_FOUND()
      tx.audit(actor, 'token.revoked', { kind: 'token', id, name: token.name })
      tx.emit(tokenRevoked, id, { tokenId: id, userId }, actor)
    })
    return { success: true as const }
  }
}

/** Throws SCOPE_NEEDED if the calling token has fewer scopes than the new one (rule 44). */
function assertScopesCovered(scopes: Scope[], callerScopes: Scope[] | null): void {
  const missingScope = callerScopes && scopes.find(scope => !scopeCovers(callerScopes, scope))
  if (missingScope) throw errors.SCOPE_NEEDED({ scope: missingScope })
}

/**
 * Throws CONFLICT if the user has the maximum number of tokens. Calls of one user are serialized, so that concurrent requests cannot exceed
 * the limit.
 */
async function assertBelowTokenLimit(tx: Tx, userId: string, now: Date): Promise<void> {
  tx.lock(`tokens ${userId}`)
  const countValidTokens = 'SELECT count(*)::int AS count FROM api_tokens WHERE user_id = $1 AND expires_at > $2'
  const [row] = await tx.sql<{ count: number }>(countValidTokens, [userId, now])
  if ((row?.count ?? 0) >= MAX_TOKENS)
    throw errors.CONFLICT({
      reason: `You have ${MAX_TOKENS} tokens, which is the limit. Revoke one that you no longer need.`,
    })
}
