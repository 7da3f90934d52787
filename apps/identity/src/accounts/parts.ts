import { Accounts } from './accounts.ts'
import { DeleteAccounts } from './delete-accounts.job.ts'
import { EndAccountSessions } from './end-account-sessions.handler.ts'
import { ForgetEvents } from './forget-events.subscriber.ts'
import { GetAccount } from './get-account.handler.ts'
import { InviteAccount } from './invite-account.handler.ts'
import { NoteExport } from './note-export.handler.ts'
import { ReactivateAccount } from './reactivate-account.handler.ts'
import { ScheduleDeletion } from './schedule-deletion.handler.ts'
import { SuspendAccount } from './suspend-account.handler.ts'
import { UpdateAccount } from './update-account.handler.ts'

/** What the administration does with accounts. */
export const accountHandlers = [
  ...[GetAccount, UpdateAccount, SuspendAccount, ReactivateAccount, ScheduleDeletion],
  ...[EndAccountSessions, InviteAccount, NoteExport],
]
export const accountSubscribers = [ForgetEvents]
export const accountJobs = [DeleteAccounts]
export const accountProviders = [Accounts]
