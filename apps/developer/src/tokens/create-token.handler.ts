import { randomUUIDv7 } from 'node:crypto'
import {
  auditArgs,
  developerAudited,
  errors,
  MAX_TOKENS,
  requireUser,
  scopeCovers,
  tokens,
  type Actor,
  type Input,
  type Scope,
} from '@daymark/contracts'
import {
  hashApiToken,
  apiTokenPrefix,
  Clock,
  Database,
  Handles,
  createApiToken,
  type Handler,
  type Tx,
} from '@daymark/platform'
import { endOf } from './token-life.ts'
import { Token } from './token.entity.ts'

/** Returns the token, which is never shown again (S-TOK-04). */
@Handles(tokens.createToken)
export class CreateToken implements Handler<typeof tokens.createToken> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle(input: Input<typeof tokens.createToken>, actor: Actor) {
    const userId = requireUser(actor)
    const scopes = [...new Set(input.scopes)]
    assertNoMore(scopes, input.callerScopes)
    const [now, secret] = [this.clock.now(), createApiToken()]
    const token = Object.assign(new Token(), {
      ...{ id: randomUUIDv7(), userId, name: input.name || null, scopes },
      ...{ prefix: apiTokenPrefix(secret), hash: Buffer.from(hashApiToken(secret), 'hex') },
      ...{ createdAt: now, expiresAt: endOf(input, now), lastUsedAt: null },
    })
    await this.db.commit(async tx => {
      await assertRoom(tx, userId, now)
      tx.insert(Token, token)
      const target = { kind: 'token', id: token.id, name: token.name }
      tx.emit(developerAudited, ...auditArgs(actor, 'token.created', target, { scopes: scopes.join(' ') }))
    })
    return { ...token.view(), token: secret }
  }
}

/** rule 44: a token cannot create a token with more scopes. */
function assertNoMore(scopes: Scope[], callerScopes: Scope[] | null): void {
  const excessScope = callerScopes && scopes.find(scope => !scopeCovers(callerScopes, scope))
  if (excessScope) throw errors.SCOPE_NEEDED({ scope: excessScope })
}

/** Serialized for each user, so that concurrent requests cannot exceed the limit. */
async function assertRoom(tx: Tx, userId: string, now: Date): Promise<void> {
  void tx.sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`tokens ${userId}`])
  const alive = 'SELECT count(*)::int AS count FROM api_tokens WHERE user_id = $1 AND expires_at > $2'
  const [row] = await tx.sql<{ count: number }>(alive, [userId, now])
  if ((row?.count ?? 0) >= MAX_TOKENS)
    throw errors.CONFLICT({
      reason: `You have ${MAX_TOKENS} tokens, which is the limit. Revoke one that you no longer need.`,
    })
}
