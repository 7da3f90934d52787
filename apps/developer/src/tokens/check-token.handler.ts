import { errors, tokens, type Input, type Scope } from '@daymark/contracts'
import { Database, Handles, prepared, type Handler } from '@daymark/platform'
import { ApiPlan } from '../plans/api-plan.ts'
import { TokenUse } from './token-use.ts'

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
  FROM tokens t LEFT JOIN owners o ON o.user_id = t.user_id WHERE t.hash = decode($1, 'hex')`)

@Handles(tokens.checkToken)
export class CheckToken implements Handler<typeof tokens.checkToken> {
  constructor(
    private readonly db: Database,
    private readonly plan: ApiPlan,
    private readonly use: TokenUse,
  ) {}

  async handle({ hash }: Input<typeof tokens.checkToken>) {
    const [token] = await this.db.sql<Row>(FIND, [hash])
    // Never 429: the token of a program may have been revoked, and nobody can guess 178 random bits.
    if (!token?.mayAct) throw errors.TOKEN_REQUIRED()
    const planNeeded = await this.plan.neededBy(token.userId)
    this.use.note(token)
    const { id: tokenId, userId, name, scopes } = token
    return { tokenId, userId, name, scopes, expiresAt: token.expiresAt.toISOString(), planNeeded }
  }
}
