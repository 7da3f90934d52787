import type { ArchivedAccount } from '@daymark/platform'
import { announceMailChoices } from '../mail/choices/mail-choices.ts'
import { announceAccess } from '../users/announce-access.ts'
import { User } from '../users/user.entity.ts'

/** Hashes of passwords too: a whole installation that is brought back must let its people in. Sessions are not kept. */
export const archivedAccount: ArchivedAccount = {
  tables: [
    { table: 'users', where: 't.id = $1', key: { id: 'uuid' }, needs: 'r.id = $1' },
    { table: 'totp_keys', where: 't.user_id = $1', key: { user_id: 'uuid' } },
    { table: 'recovery_codes', where: 't.user_id = $1', key: { user_id: 'uuid', code_hash: 'bytea' } },
    { table: 'passkeys', where: 't.user_id = $1', key: { id: 'uuid' } },
    { table: 'brands', where: 't.user_id = $1', key: { user_id: 'uuid' } },
  ],
  /** Others have to know whose galleries stay closed, and who wants which mails. */
  finish: (db, id) =>
    db.commit(async tx => {
      const user = await tx.em.findOneBy(User, { id })
      if (user) await announceAccess(tx, user)
      await announceMailChoices(tx, id)
    }),
}
