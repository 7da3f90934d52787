import type { ArchivedAccount } from '@daymark/platform'
import { announceMailChoices } from '../mail/choices/mail-choices.ts'
import { announceAccess } from '../users/users.ts'
import { User } from '../users/user.entity.ts'

/** Includes password hashes, so that users can sign in after a restore of the whole installation. Excludes sessions. */
export const archivedAccount: ArchivedAccount = {
  tables: [
    { table: 'users', where: 't.id = $1', key: { id: 'uuid' }, importIf: 'r.id = $1' },
    { table: 'totp_keys', where: 't.user_id = $1', key: { user_id: 'uuid' } },
    { table: 'recovery_codes', where: 't.user_id = $1', key: { user_id: 'uuid', code_hash: 'bytea' } },
    { table: 'passkeys', where: 't.user_id = $1', key: { id: 'uuid' } },
    { table: 'brands', where: 't.user_id = $1', key: { user_id: 'uuid' } },
  ],
  /** Publishes the access and mail choices, which other services keep in read models. */
  finish: (db, id) =>
    db.commit(async tx => {
      const user = await tx.em.findOneBy(User, { id })
      if (user) await announceAccess(tx, user)
      await announceMailChoices(tx, id)
    }),
}
