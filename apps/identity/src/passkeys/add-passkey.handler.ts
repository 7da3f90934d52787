import {
  act,
  errors,
  identityAudited,
  MAX_PASSKEYS,
  requireUser,
  security,
  type Actor,
  type Input,
} from '@daymark/contracts'
import { Clock, Database, Handles, type Handler, type Tx } from '@daymark/platform'
import { Challenges, passwordDigest } from '../challenges/challenges.ts'
import { Mails } from '../mail/mails.ts'
import { lockUser } from '../users/users.ts'
import { tooManyPasskeys } from './begin-passkey.handler.ts'
import { Passkey } from './passkey.entity.ts'
import { verifiedNew } from './webauthn.ts'

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
    // An authenticator makes a new id each time: whoever brings one that is there has read it somewhere.
    if (await tx.em.existsBy(Passkey, { credentialId: values.credentialId }))
      throw errors.CONFLICT({ reason: 'This passkey is there already.' })
    const unused = { createdAt: this.clock.now(), lastUsedAt: null, mayBeCopied: false }
    const passkey = tx.em.create(Passkey, { ...values, ...unused })
    await tx.em.insert(Passkey, passkey)
    return passkey.view()
  }
}
