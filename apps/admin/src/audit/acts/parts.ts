import {
  KeepAdminActs,
  KeepBillingActs,
  KeepDeveloperActs,
  KeepIdentityActs,
  KeepLibraryActs,
  KeepMediaActs,
  KeepSharingActs,
} from './acts.subscribers.ts'

/** What every service tells of the acts it was asked for. */
export const keepActs = [
  ...[KeepIdentityActs, KeepBillingActs, KeepLibraryActs, KeepMediaActs],
  ...[KeepSharingActs, KeepDeveloperActs, KeepAdminActs],
]
