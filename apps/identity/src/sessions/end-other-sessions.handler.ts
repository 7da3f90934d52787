import { identity, requireUser, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { Sessions } from './sessions.ts'

@Handles(identity.endOtherSessions)
export class EndOtherSessions implements Handler<typeof identity.endOtherSessions> {
  private readonly db: Database
  private readonly sessions: Sessions
  constructor(db: Database, sessions: Sessions) {
    this.db = db
    this.sessions = sessions
  }

  async handle({ current }: Input<typeof identity.endOtherSessions>, actor: Actor) {
    return { ended: await this.db.commit(tx => this.sessions.endAll(tx, requireUser(actor), current)) }
  }
}
