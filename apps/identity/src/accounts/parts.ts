import { Accounts } from './accounts.ts'
import { DeleteAccounts } from './delete-accounts.job.ts'
import {
  EndAccountSessions,
  GetAccount,
  NoteExport,
  ReactivateAccount,
  ScheduleDeletion,
  SuspendAccount,
  UpdateAccount,
} from './accounts.handlers.ts'
import { ForgetEvents } from './forget-events.subscriber.ts'
import { InviteAccount } from './invite-account.handler.ts'

/** What the administration does with accounts. */
export const accountHandlers = [
  ...[GetAccount, UpdateAccount, SuspendAccount, ReactivateAccount, ScheduleDeletion],
  ...[EndAccountSessions, InviteAccount, NoteExport],
]
export const accountSubscribers = [ForgetEvents]
export const accountJobs = [DeleteAccounts]
export const accountProviders = [Accounts]
