import { failureKey, networkOf } from '@daymark/platform'

/** Of somebody unknown the name counts as the account. */
export const accountKey = (idOrName: string): string => failureKey('account', idOrName.trim().toLowerCase())
/** A success resets the account's count, not the address's: one own account must not buy guesses at others. */
export const loginKeys = (account: string, address: string): string[] => [
  accountKey(account),
  failureKey('address', networkOf(address)),
]
