import { sharing } from '@daymark/contracts'
import { defineService, discover, FailuresTable1700000000002, DeleteOldFailures } from '@daymark/platform'
import { ADMINISTERING } from './accounts/accounts.ts'
import { archivedAccount } from './accounts/archived-account.ts'
import { FirstAdminConfig, IdentityConfig } from './config.ts'
import { IdentityLog } from './log.ts'
import { MailConfig } from './mail/mail-settings.ts'
import { mailCheck } from './mail/smtp.ts'
import { FirstAdmin } from './users/first-admin.ts'

const own = await discover(import.meta.dirname)

export const identityService = defineService({
  ...own,
  name: 'identity',
  callsOthers: [sharing.readMail.name],
  archive: archivedAccount,
  configs: [IdentityConfig, FirstAdminConfig, MailConfig],
  migrations: [FailuresTable1700000000002, ...own.migrations],
  resources: {
    profile: { table: 'users', owner: 'id' },
    account: { table: 'users', id: 'id', lock: () => ADMINISTERING },
    passkey: { table: 'passkeys', id: 'id', owner: 'user_id' },
  },
  jobs: [...own.jobs, DeleteOldFailures],
  providers: ({ log }) => [{ provide: IdentityLog, useValue: new IdentityLog(log) }, FirstAdmin],
  onStart: get => get(FirstAdmin).ensure(),
  doctor: env => mailCheck(env),
})
