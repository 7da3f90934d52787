import { act, errors, identityAudited, security, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, idOr, type Handler } from '@daymark/platform'
import { Mails } from '../mail/mails.ts'
import { OwnPassword } from '../passwords/own-password.ts'
import { Sessions } from '../sessions/sessions.ts'
import { Passkey } from './passkey.entity.ts'

/** The password stays, so the last one may go too. Other sessions end: whoever has the lost device may be signed in with it. */
@Handles(security.removePasskey)
export class RemovePasskey implements Handler<typeof security.removePasskey> {
  constructor(
    private readonly db: Database,
    private readonly own: OwnPassword,
    private readonly sessions: Sessions,
    private readonly mails: Mails,
  ) {}

  async handle({ sessionId, ...input }: Input<typeof security.removePasskey>, actor: Actor) {
    const id = idOr(errors.PASSKEY_NOT_FOUND, input.id)
    const proved = await this.own.prove(actor, { ...input, password: input.currentPassword })
    await this.db.commit(async tx => {
      const user = await this.own.hold(tx, proved)
      const passkey = await tx.em.findOneBy(Passkey, { id, userId: user.id })
      if (!passkey) throw errors.PASSKEY_NOT_FOUND()
      tx.emit(identityAudited, ...act(actor, 'passkey.removed', { kind: 'passkey', id, name: passkey.name }))
      await tx.em.remove(passkey)
      await this.sessions.endAll(tx, user.id, sessionId)
      this.mails.postSecurityChange(tx, user, { change: 'passkey_removed', name: passkey.name })
    })
    return { success: true as const }
  }
}
