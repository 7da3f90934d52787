import { sharing } from '@daymark/contracts'
import {
  type ArchivedAccount,
  defineService,
  discover,
  FailuresTable1700000000002,
  DeleteOldFailures,
} from '@daymark/platform'
import { ADMINISTRATION_LOCK } from './accounts/accounts.ts'
import { FirstAdminConfig, IdentityConfig } from './config.ts'
import { publishMailChoices } from './mail/mail-choices.ts'
import { MailConfig } from './mail/mail-settings.ts'
import { checkMail } from './mail/smtp.ts'
import { FirstAdmin } from './users/first-admin.ts'
import { User } from './users/user.entity.ts'
import { publishUserAccess } from './users/users.ts'

const components = await discover(import.meta.dirname)

/**
 * The rows of an account in an archive. The archive includes password hashes, so that users can sign in after a restore of the whole
 * installation, but no sessions.
 */
const archivedAccount: ArchivedAccount = {
  tables: [
    { table: 'users', where: 't.id = $1', key: { id: 'uuid' }, importIf: 'r.id = $1' },
    { table: 'totp_keys', where: 't.user_id = $1', key: { user_id: 'uuid' } },
    { table: 'recovery_codes', where: 't.user_id = $1', key: { user_id: 'uuid', code_hash: 'bytea' } },
    { table: 'passkeys', where: 't.user_id = $1', key: { id: 'uuid' } },
    { table: 'brands', where: 't.user_id = $1', key: { user_id: 'uuid' } },
  ],
  /** Publishes the access and the mail choices of the restored user, because other services keep copies of them. */
  afterImport: (db, id) =>
    db.commit(async tx => {
      const user = await tx.em.findOneBy(User, { id })
      if (user) await publishUserAccess(tx, user)
      await publishMailChoices(tx, id)
    }),
}

export const identityService = defineService({
  ...components,
  name: 'identity',
  callsOthers: [sharing.readMail.name],
  archive: archivedAccount,
  configs: [IdentityConfig, FirstAdminConfig, MailConfig],
  migrations: [FailuresTable1700000000002, ...components.migrations],
  resources: {
    profile: { table: 'users', owner: 'id' },
    account: { table: 'users', id: 'id', lock: () => ADMINISTRATION_LOCK },
    passkey: { table: 'passkeys', id: 'id', owner: 'user_id' },
  },
  jobs: [...components.jobs, DeleteOldFailures],
  providers: () => [FirstAdmin],
  onStart: get => get(FirstAdmin).ensureExists(),
  doctor: env => checkMail(env),
})
