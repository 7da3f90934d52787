import { z } from 'zod'
import * as http from '../http/index.ts'
import { KB } from '../rules/limits.ts'
import { route } from './route.ts'

/** Backups of the caller. Backups of an earlier plan can be restored while they are retained. */
export const getBackups = route('GET', '/api/backups', { auth: 'session', answer: http.backups })
/** Restores missing photos in the background. `restore` in the response has the progress. */
export const restoreBackup = route('POST', '/api/backups/restores', {
  auth: 'session',
  body: http.restoreBody,
  answer: http.backups,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
/** Facts about backups on this installation (L-SEC-02). */
export const getBackupFacts = route('GET', '/api/backups/facts', { auth: 'open', answer: http.backupFacts })

/** Features of the sign-in screen. */
export const getSignInOptions = route('GET', '/api/auth/options', { auth: 'open', answer: http.signInOptions })
/** Response and timing do not reveal whether the account exists. */
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
/** One-click unsubscribe (RFC 8058). The body is ignored. */
export const unsubscribe = route('POST', '/api/mail/unsubscribe', {
  auth: 'open',
  // mail programs send a form (RFC 8058)
  accepts: 'ignored',
  query: http.unsubscribeQuery,
  answer: http.success,
  errors: ['MAIL_LINK_GONE'],
})
/** For mail programs that open the List-Unsubscribe address: redirects to a page that asks for confirmation. */
export const openUnsubscribe = route('GET', '/api/mail/unsubscribe', {
  auth: 'open',
  query: http.unsubscribeQuery,
  answer: 'bytes',
})

/** S-SUB-08. Starts a checkout at the card provider, or changes the plan of the existing subscription. */
export const startCheckout = route('POST', '/api/subscription/checkout', {
  auth: 'session',
  audited: true,
  body: http.tierBody,
  answer: http.checkoutAnswer,
  errors: ['PAYMENT_FAILED', 'PAYMENT_OVERDUE', 'PROVIDER_UNAVAILABLE'],
})
/** S-SUB-10. Opens the customer portal of the card provider. */
export const openPortal = route('POST', '/api/subscription/portal', {
  auth: 'session',
  answer: http.portalAnswer,
  errors: ['PROVIDER_UNAVAILABLE'],
})
/** Cancels the subscription at the end of the paid period. */
export const cancelSubscription = route('POST', '/api/subscription/cancel', {
  auth: 'session',
  audited: true,
  answer: http.subscription,
  errors: ['NO_PAID_SUBSCRIPTION', 'PROVIDER_UNAVAILABLE'],
})
/** Resumes a canceled subscription before its end. */
export const reactivateSubscription = route('POST', '/api/subscription/reactivate', {
  auth: 'session',
  audited: true,
  answer: http.subscription,
  errors: ['NO_PAID_SUBSCRIPTION', 'PROVIDER_UNAVAILABLE'],
})
/** Reads the subscription from the card provider after checkout, without waiting for its event. */
export const refreshSubscription = route('POST', '/api/subscription/refresh', {
  auth: 'session',
  audited: true,
  answer: http.subscription,
  errors: ['PROVIDER_UNAVAILABLE'],
})
export const listInvoices = route('GET', '/api/subscription/invoices', {
  auth: 'session',
  answer: z.array(http.invoice),
  errors: ['PROVIDER_UNAVAILABLE'],
})

/** Receives events of Stripe, which are authenticated by a signature over the raw body. */
export const receiveStripeEvent = route('POST', '/api/billing/webhook', {
  duringMaintenance: true,
  auth: 'open',
  accepts: 'raw',
  bodyLimit: 256 * KB,
  answer: http.success,
  errors: ['WEBHOOK_REFUSED'],
})
