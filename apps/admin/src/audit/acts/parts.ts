import { KeepAdminActs } from './keep-admin-acts.subscriber.ts'
import { KeepBillingActs } from './keep-billing-acts.subscriber.ts'
import { KeepDeveloperActs } from './keep-developer-acts.subscriber.ts'
import { KeepIdentityActs } from './keep-identity-acts.subscriber.ts'
import { KeepLibraryActs } from './keep-library-acts.subscriber.ts'
import { KeepSharingActs } from './keep-sharing-acts.subscriber.ts'

/** What every service tells of the acts it was asked for. */
export const keepActs = [
  ...[KeepIdentityActs, KeepBillingActs, KeepLibraryActs],
  ...[KeepSharingActs, KeepDeveloperActs, KeepAdminActs],
]
