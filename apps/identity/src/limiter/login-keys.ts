import { failureKey, networkOf } from '@daymark/platform'

/** Of somebody unknown the name counts as the account. */
export const accountKey = (idOrName: string): string => failureKey('account', idOrName.trim().toLowerCase())
/** A success resets the account's count, not the address's: one own account must not buy guesses at others. */
export const loginKeys = (account: string, address: string): string[] => [
  accountKey(account),
  failureKey('address', networkOf(address)),
]

/** Of codes: whoever knows the password could have its failures forgotten again and again. */
export const codeKey = (userId: string): string => failureKey('code', userId)
export const codeKeys = (userId: string, address: string): string[] => [
  codeKey(userId),
  failureKey('address', networkOf(address)),
]
