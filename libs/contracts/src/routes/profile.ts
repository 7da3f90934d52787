import * as http from '../http/index.ts'
import { route } from './route.ts'

/** The caller's backups, for every plan: those of a plan before can be brought back as long as they are kept. */
export const getBackups = route('GET', '/api/backups', { auth: 'session', answer: http.backups })
/** Brings back what is missing, in the background; `restore` of the answer tells how far it is. */
export const restoreBackup = route('POST', '/api/backups/restores', {
  auth: 'session',
  body: http.restoreBody,
  answer: http.backups,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
/** How this installation keeps its promise of backups (L-SEC-02). */
export const getBackupFacts = route('GET', '/api/backups/facts', { auth: 'open', answer: http.backupFacts })

/** What the sign-in screen may offer. */
export const getSignInOptions = route('GET', '/api/auth/options', { auth: 'open', answer: http.signInOptions })
/** The same answer in the same time, whether there is such an account or not. */
export const requestPasswordReset = route('POST', '/api/auth/forgot-password', {
  auth: 'open',
  body: http.forgotPasswordBody,
  answer: http.success,
  errors: ['MAIL_OFF', 'TOO_MANY_REQUESTS'],
})
export const usePasswordLink = route('POST', '/api/auth/reset-password', {
  auth: 'open',
  audited: true,
  body: http.resetPasswordBody,
  answer: http.success,
  errors: ['MAIL_LINK_GONE', 'TOO_MANY_REQUESTS'],
})
export const confirmEmail = route('POST', '/api/auth/confirm-email', {
  auth: 'open',
  audited: true,
  body: http.confirmEmailBody,
  answer: http.success,
  errors: ['EMAIL_TAKEN', 'MAIL_LINK_GONE', 'TOO_MANY_REQUESTS'],
})

export const getProfile = route('GET', '/api/settings/profile', { auth: 'session', answer: http.profile })
export const updateProfile = route('PATCH', '/api/settings/profile', {
  auth: 'session',
  body: http.profilePatch,
  answer: http.profile,
})
export const changeEmail = route('POST', '/api/settings/email', {
  auth: 'session',
  audited: true,
  body: http.emailBody,
  answer: http.profile,
  errors: ['EMAIL_TAKEN', 'TOO_MANY_REQUESTS'],
})

export const listSessions = route('GET', '/api/settings/sessions', { auth: 'session', answer: http.sessions })
export const endSession = route('DELETE', '/api/settings/sessions/:id', {
  auth: 'session',
  answer: http.success,
  errors: ['SESSION_NOT_FOUND'],
})
export const endOtherSessions = route('POST', '/api/settings/sessions/end-others', {
  auth: 'session',
  audited: true,
  answer: http.endedSessions,
})

export const getMailChoices = route('GET', '/api/settings/mail', { auth: 'session', answer: http.mailChoices })
export const setMailChoice = route('PATCH', '/api/settings/mail', {
  auth: 'session',
  body: http.mailChoiceBody,
  answer: http.mailChoices,
})
/** RFC 8058: a mail program sends this on one click; its body is not looked at. */
export const unsubscribe = route('POST', '/api/mail/unsubscribe', {
  auth: 'open',
  // mail programs send a form (RFC 8058)
  accepts: 'ignored',
  query: http.unsubscribeQuery,
  answer: http.success,
  errors: ['MAIL_LINK_GONE'],
})
/** Of mail programs that open the address of List-Unsubscribe: leads to the page that asks before it does anything. */
export const openUnsubscribe = route('GET', '/api/mail/unsubscribe', {
  auth: 'open',
  query: http.unsubscribeQuery,
  answer: 'bytes',
})
