import { type Actor, type Audited, type AuditedAct, identityAudited } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import type { User } from './users/user.entity.ts'

type Whom = Pick<User, 'id' | 'email'>

type By = { tx: Tx; actor: Actor }

/** Somebody did something to an account: in the commit that did it. */
export function audit({ tx, actor }: By, action: Audited, { id, email }: Whom, details: AuditedAct['details'] = {}) {
  tx.emit(identityAudited, id, { action, target: { kind: 'user', id, name: email }, details }, actor)
}
