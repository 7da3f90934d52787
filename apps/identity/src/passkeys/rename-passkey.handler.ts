import { errors, requireUser, security, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, idOr, type Handler } from '@daymark/platform'
import { Passkey } from './passkey.entity.ts'

@Handles(security.renamePasskey)
export class RenamePasskey implements Handler<typeof security.renamePasskey> {
  constructor(private readonly db: Database) {}

  async handle({ id, name }: Input<typeof security.renamePasskey>, actor: Actor) {
    const own = { id: idOr(errors.PASSKEY_NOT_FOUND, id), userId: requireUser(actor) }
    return this.db.commit(async tx => {
      const passkey = await tx.em.findOne(Passkey, { where: own, lock: { mode: 'pessimistic_write' } })
      if (!passkey) throw errors.PASSKEY_NOT_FOUND()
      passkey.name = name.trim()
      await tx.em.save(passkey)
      return passkey.view()
    })
  }
}
