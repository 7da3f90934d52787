import { errors, security, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, idOr, type Handler } from '@daymark/platform'
import { OwnPassword } from '../passwords/own-password.ts'
import { Sessions } from '../sessions/sessions.ts'
import { Passkey } from './passkey.entity.ts'

/** The password stays, so the last one may go too. Other sessions end: whoever has the lost device may be signed in with it. */
@Handles(security.removePasskey)
export class RemovePasskey implements Handler<typeof security.removePasskey> {
  private readonly db: Database
  private readonly own: OwnPassword
  private readonly sessions: Sessions
  constructor(db: Database, own: OwnPassword, sessions: Sessions) {
    this.db = db
    this.own = own
    this.sessions = sessions
  }

  async handle({ sessionId, ...input }: Input<typeof security.removePasskey>, actor: Actor) {
    const id = idOr(errors.PASSKEY_NOT_FOUND, input.id)
    const proved = await this.own.prove(actor, { ...input, password: input.currentPassword })
    await this.db.commit(async tx => {
      const { id: userId } = await this.own.hold(tx, proved)
      const { affected } = await tx.em.delete(Passkey, { id, userId })
      if (!affected) throw errors.PASSKEY_NOT_FOUND()
      await this.sessions.endAll(tx, userId, sessionId)
    })
    return { success: true as const }
  }
}
