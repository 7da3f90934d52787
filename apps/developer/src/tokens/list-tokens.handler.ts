import { requireUser, tokens, TOKENS_SHOWN, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { Token } from './token.entity.ts'

@Handles(tokens.listTokens)
export class ListTokens implements Handler<typeof tokens.listTokens> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle(_: Input<typeof tokens.listTokens>, actor: Actor) {
    const found = await this.db
      .repository(Token)
      .createQueryBuilder('t')
      .where('t.userId = :userId', { userId: requireUser(actor) })
      .orderBy('t.expiresAt > :now', 'DESC')
      .addOrderBy('t.id', 'DESC')
      .setParameter('now', this.clock.now())
      .limit(TOKENS_SHOWN)
      .getMany()
    return { tokens: found.map(token => token.view()) }
  }
}
