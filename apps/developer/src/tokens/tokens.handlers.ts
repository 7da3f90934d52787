import {
  auditArgs,
  type Actor,
  developerAudited,
  errors,
  type Input,
  requireUser,
  type Scope,
  tokenRevoked,
  tokens,
  MAX_LISTED_TOKENS,
} from '@daymark/contracts'
import { Clock, Database, type Handler, Handles, idOr, prepared } from '@daymark/platform'
import { ApiPlan } from '../plans/plans.handlers.ts'
import { TokenUse } from './token-use.ts'
import { Token } from './token.entity.ts'

type Row = {
  id: string
  userId: string
  name: string | null
  scopes: Scope[]
  expiresAt: Date
  lastUsedAt: Date | null
  mayAct: boolean
}

const FIND = prepared(`
  SELECT t.id, t.user_id AS "userId", t.name, t.scopes, t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt",
         coalesce(o.may_act, true) AS "mayAct"
  FROM api_tokens t LEFT JOIN user_access o ON o.user_id = t.user_id WHERE t.hash = decode($1, 'hex')`)

@Handles(tokens.checkToken)
export class CheckToken implements Handler<typeof tokens.checkToken> {
  constructor(
    private readonly db: Database,
    private readonly plan: ApiPlan,
    private readonly use: TokenUse,
  ) {}

  async handle({ hash }: Input<typeof tokens.checkToken>) {
    const [token] = await this.db.sql<Row>(FIND, [hash])
    // never 429: the token may have been revoked, and 178 random bits cannot be guessed
    if (!token?.mayAct) throw errors.TOKEN_REQUIRED()
    const planNeeded = await this.plan.requiredBy(token.userId)
    this.use.note(token)
    const { id: tokenId, userId, name, scopes } = token
    return { tokenId, userId, name, scopes, expiresAt: token.expiresAt.toISOString(), planNeeded }
  }
}

@Handles(tokens.listTokens)
export class ListTokens implements Handler<typeof tokens.listTokens> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle(_: Input<typeof tokens.listTokens>, actor: Actor) {
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
}

@Handles(tokens.revokeToken)
export class RevokeToken implements Handler<typeof tokens.revokeToken> {
  constructor(private readonly db: Database) {}

  async handle(input: Input<typeof tokens.revokeToken>, actor: Actor) {
    const [id, userId] = [idOr(errors.TOKEN_NOT_FOUND, input.id), requireUser(actor)]
    await this.db.commit(async tx => {
      const deleteToken = 'DELETE FROM api_tokens WHERE id = $1 AND user_id = $2 RETURNING name'
      const [token] = await tx.sql<{ name: string | null }>(deleteToken, [id, userId])
      if (!token) throw errors.TOKEN_NOT_FOUND()
      tx.emit(developerAudited, ...auditArgs(actor, 'token.revoked', { kind: 'token', id, name: token.name }))
      tx.emit(tokenRevoked, id, { tokenId: id, userId }, actor)
    })
    return { success: true as const }
  }
}
