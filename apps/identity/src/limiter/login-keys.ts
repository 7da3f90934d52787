import { ADDRESS_ATTEMPTS } from '@daymark/contracts'
import { type FailureKey, failureKey, networkOf } from '@daymark/platform'

/** Failures of all kinds from one address. The limit is ten times that of an account: people behind one address do not lock each other out. */
export const addressKey = (address: string): FailureKey => ({
  key: failureKey('address', networkOf(address)),
  attempts: ADDRESS_ATTEMPTS,
})

/** Of somebody unknown the name counts as the account. */
export const accountKey = (idOrName: string): string => failureKey('account', idOrName.trim().toLowerCase())
/** A success resets the account's count, not the address's: one own account must not buy guesses at others. */
export const loginKeys = (account: string, address: string): FailureKey[] => [accountKey(account), addressKey(address)]

/** Of codes: whoever knows the password could have its failures forgotten again and again. */
export const codeKey = (userId: string): string => failureKey('code', userId)
export const codeKeys = (userId: string, address: string): FailureKey[] => [codeKey(userId), addressKey(address)]
