import {
  act,
  type Actor,
  errors,
  identityAudited,
  type Input,
  MAX_PASSKEYS,
  requireUser,
  security,
} from '@daymark/contracts'
import { Clock, Database, type Handler, Handles, idOr, type Tx } from '@daymark/platform'
import { Challenges, passwordDigest } from '../challenges/challenges.ts'
import { Mails } from '../mail/mails.ts'
import { OwnPassword } from '../passwords/own-password.ts'
import { Sessions } from '../sessions/sessions.ts'
import { lockUser } from '../users/users.ts'
import { tooManyPasskeys } from './begin-passkey.handler.ts'
import { Passkey } from './passkey.entity.ts'
import { requestOptions, verifiedNew } from './webauthn.ts'

type Add = Input<typeof security.addPasskey>

@Handles(security.addPasskey)
export class AddPasskey implements Handler<typeof security.addPasskey> {
  constructor(
    private readonly db: Database,
    private readonly challenges: Challenges,
    private readonly mails: Mails,
    private readonly clock: Clock,
  ) {}

  async handle({ challenge, name, credential, origin, rpId }: Add, actor: Actor) {
    const begun = this.challenges.read('add-passkey', challenge)
    const userId = requireUser(actor)
    if (begun.userId !== userId) throw errors.CHALLENGE_EXPIRED()
    const made = await verifiedNew(credential, begun.asked, { origin, rpId })
    if (!made) throw errors.INVALID_INPUT({ reason: 'This passkey could not be added.' })
    return this.db.commit(async tx => {
      const user = await lockUser(tx, userId)
      if (!user || passwordDigest(user.passwordHash) !== begun.passwordDigest) throw errors.CHALLENGE_EXPIRED()
      await this.challenges.use(tx, challenge)
      const transports = credential.response.transports ?? []
      const passkey = await this.insert(tx, { ...made, userId, rpId, transports, name: name.trim() })
      tx.emit(identityAudited, ...act(actor, 'passkey.added', { kind: 'passkey', id: passkey.id, name: passkey.name }))
      this.mails.postSecurityChange(tx, user, { change: 'passkey_added', name: passkey.name })
      return passkey
    })
  }

  private async insert(tx: Tx, values: Partial<Passkey> & { userId: string; credentialId: string }) {
    if ((await tx.em.countBy(Passkey, { userId: values.userId })) >= MAX_PASSKEYS) throw tooManyPasskeys()
    // authenticators create a new id each time, so an existing id was read elsewhere
    if (await tx.em.existsBy(Passkey, { credentialId: values.credentialId }))
      throw errors.CONFLICT({ reason: 'This passkey is already registered.' })
    const unused = { createdAt: this.clock.now(), lastUsedAt: null, mayBeCopied: false }
    const passkey = tx.em.create(Passkey, { ...values, ...unused })
    await tx.em.insert(Passkey, passkey)
    return passkey.view()
  }
}

@Handles(security.beginPasskeySignIn)
export class BeginPasskeySignIn implements Handler<typeof security.beginPasskeySignIn> {
  constructor(private readonly challenges: Challenges) {}

  async handle({ rpId }: Input<typeof security.beginPasskeySignIn>) {
    const options = await requestOptions(rpId)
    return { challenge: this.challenges.issue('passkey', { asked: options.challenge }), options: { ...options } }
  }
}

/** The last passkey can be removed, because the password stays. Other sessions end, because a lost device may be signed in. */
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
