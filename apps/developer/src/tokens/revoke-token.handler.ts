import {
  act,
  developerAudited,
  errors,
  requireUser,
  tokenRevoked,
  tokens,
  type Actor,
  type Input,
} from '@daymark/contracts'
import { Database, Handles, idOr, type Handler } from '@daymark/platform'

@Handles(tokens.revokeToken)
export class RevokeToken implements Handler<typeof tokens.revokeToken> {
  constructor(private readonly db: Database) {}

  async handle(input: Input<typeof tokens.revokeToken>, actor: Actor) {
    const [id, userId] = [idOr(errors.TOKEN_NOT_FOUND, input.id), requireUser(actor)]
    await this.db.commit(async tx => {
      const gone = 'DELETE FROM tokens WHERE id = $1 AND user_id = $2 RETURNING name'
      const [token] = await tx.sql<{ name: string | null }>(gone, [id, userId])
      if (!token) throw errors.TOKEN_NOT_FOUND()
      tx.emit(developerAudited, ...act(actor, 'token.revoked', { kind: 'token', id, name: token.name }))
      tx.emit(tokenRevoked, id, { tokenId: id, userId }, actor)
    })
    return { success: true as const }
  }
}
