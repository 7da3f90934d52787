import * as http from '../http/index.ts'
import { route } from './route.ts'

/** Completes a sign-in that failed with `second_step_required`. Accepts an authenticator code or a recovery code. */
export const passSecondStep = route('POST', '/api/auth/second-step', {
  duringMaintenance: true,
  auth: 'open',
  audited: true,
  body: http.secondStepBody,
  answer: http.loginAnswer,
  errors: ['CODE_WRONG', 'CHALLENGE_EXPIRED', 'TOO_MANY_REQUESTS', 'ACCOUNT_DELETING'],
})
/** Cancels the deletion of the account and completes a sign-in that failed with `account_deleting`. */
export const cancelAccountDeletion = route('POST', '/api/auth/keep-account', {
  duringMaintenance: true,
  auth: 'open',
  audited: true,
  body: http.cancelDeletionBody,
  answer: http.loginAnswer,
  errors: ['CHALLENGE_EXPIRED'],
})
export const beginPasskeySignIn = route('POST', '/api/auth/passkey/options', {
  duringMaintenance: true,
  auth: 'open',
  answer: http.passkeyOptions,
  errors: ['PASSKEYS_UNAVAILABLE'],
})
export const signInByPasskey = route('POST', '/api/auth/passkey', {
  duringMaintenance: true,
  auth: 'open',
  audited: true,
  body: http.passkeySignInBody,
  answer: http.loginAnswer,
  errors: ['PASSKEY_REFUSED', 'CHALLENGE_EXPIRED', 'PASSKEYS_UNAVAILABLE', 'ACCOUNT_DELETING'],
})

export const getSecurity = route('GET', '/api/settings/security', { answer: http.accountSecurity })
export const beginSecondStep = route('POST', '/api/settings/second-step', {
  body: http.passwordBody,
  answer: http.secondStepSetup,
  errors: ['CONFLICT', 'TOO_MANY_REQUESTS'],
})
export const confirmSecondStep = route('POST', '/api/settings/second-step/confirm', {
  audited: true,
  body: http.secondStepBody,
  answer: http.recoveryCodes,
  errors: ['CONFLICT', 'CHALLENGE_EXPIRED'],
})
export const endSecondStep = route('DELETE', '/api/settings/second-step', {
  audited: true,
  body: http.passwordAndCodeBody,
  answer: http.success,
  errors: ['TOO_MANY_REQUESTS'],
})
export const renewRecoveryCodes = route('POST', '/api/settings/second-step/recovery-codes', {
  audited: true,
  body: http.passwordAndCodeBody,
  answer: http.recoveryCodes,
  errors: ['TOO_MANY_REQUESTS'],
})
export const beginPasskey = route('POST', '/api/settings/passkeys/options', {
  body: http.passkeyBeginBody,
  answer: http.passkeyOptions,
  errors: ['CONFLICT', 'PASSKEYS_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
})
export const addPasskey = route('POST', '/api/settings/passkeys', {
  audited: true,
  body: http.passkeyBody,
  answer: http.passkey,
  status: 201,
  location: ({ answer: { id } }) => `/api/settings/passkeys/${id}`,
  errors: ['CONFLICT', 'CHALLENGE_EXPIRED', 'PASSKEYS_UNAVAILABLE'],
})
export const getPasskey = route('GET', '/api/settings/passkeys/:id', {
  answer: http.passkey,
  errors: ['PASSKEY_NOT_FOUND'],
})
export const renamePasskey = route('PATCH', '/api/settings/passkeys/:id', {
  body: http.passkeyNameBody,
  answer: http.passkey,
  errors: ['PASSKEY_NOT_FOUND'],
})
export const removePasskey = route('DELETE', '/api/settings/passkeys/:id', {
  audited: true,
  body: http.passwordBody,
  answer: http.success,
  errors: ['PASSKEY_NOT_FOUND', 'TOO_MANY_REQUESTS'],
})
/** Disables two-step sign-in of a user who lost the authenticator and the recovery codes. Ends all sessions of the user. */
export const resetSecondStep = route('POST', '/api/admin/users/:id/reset-second-step', {
  duringMaintenance: true,
  auth: 'super_admin',
  audited: true,
  answer: http.success,
  errors: ['USER_NOT_FOUND'],
})
/** Ends all sessions of the caller and deletes the account after a waiting period. */
export const deleteOwnAccount = route('DELETE', '/api/settings/account', {
  audited: true,
  body: http.deleteAccountBody,
  answer: http.scheduledDeletion,
  errors: ['LAST_SUPER_ADMIN', 'TOO_MANY_REQUESTS'],
})

/** Returns facts for the public Security page. */
export const getSecurityFacts = route('GET', '/api/security/facts', { auth: 'open', answer: http.securityFacts })
/** Returns facts for the public Privacy page. */
export const getPrivacyFacts = route('GET', '/api/privacy/facts', { auth: 'open', answer: http.privacyFacts })
