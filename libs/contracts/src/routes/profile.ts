import { z } from 'zod'
import * as http from '../http/index.ts'
import { KB } from '../rules/limits.ts'
import { route } from './route.ts'

/** Returns the backups of the caller. If the plan no longer includes backups, existing backups can be restored until they are deleted. */
export const getBackups = route('GET', '/api/backups', { answer: http.backups })
/** Restores missing photos in the background. `restore` in the response contains the progress. */
export const restoreBackup = route('POST', '/api/backups/restores', {
  body: http.restoreBody,
  answer: http.backups,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
/** Returns how this installation makes backups, for the public Security page (L-SEC-02). */
export const getBackupFacts = route('GET', '/api/backups/facts', { auth: 'open', answer: http.backupFacts })

/** Returns whether the sign-in screen offers a password reset. */
export const getSignInOptions = route('GET', '/api/auth/options', { auth: 'open', answer: http.signInOptions })
/** Emails a reset link if the account exists. Neither the response nor its timing reveals whether it exists. */
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

export const getProfile = route('GET', '/api/settings/profile', { answer: http.profile })
export const updateProfile = route('PATCH', '/api/settings/profile', { body: http.profilePatch, answer: http.profile })
export const changeEmail = route('POST', '/api/settings/email', {
  audited: true,
  body: http.emailBody,
  answer: http.profile,
  errors: ['EMAIL_TAKEN', 'TOO_MANY_REQUESTS'],
})

export const listSessions = route('GET', '/api/settings/sessions', { answer: http.sessions })
export const endSession = route('DELETE', '/api/settings/sessions/:id', {
  answer: http.success,
  errors: ['SESSION_NOT_FOUND'],
})
export const endOtherSessions = route('POST', '/api/settings/sessions/end-others', {
  audited: true,
  answer: http.endedSessions,
})

export const getMailChoices = route('GET', '/api/settings/mail', { answer: http.mailChoices })
export const setMailChoice = route('PATCH', '/api/settings/mail', {
  body: http.mailChoiceBody,
  answer: http.mailChoices,
})
/** One-click unsubscribe (RFC 8058). The body is ignored. */
export const unsubscribe = route('POST', '/api/mail/unsubscribe', {
  auth: 'open',
  // Mail programs send a form instead of JSON (RFC 8058).
  accepts: 'ignored',
  query: http.unsubscribeQuery,
  answer: http.success,
  errors: ['MAIL_LINK_GONE'],
})
/** Redirects to a page that asks for confirmation. Some mail programs open the List-Unsubscribe address with GET. */
export const openUnsubscribe = route('GET', '/api/mail/unsubscribe', {
  auth: 'open',
  query: http.unsubscribeQuery,
  answer: 'bytes',
})

/** Starts a checkout at the payment provider, or changes the plan of the existing subscription (S-SUB-08). */
export const startCheckout = route('POST', '/api/subscription/checkout', {
  audited: true,
  body: http.tierBody,
  answer: http.checkoutAnswer,
  errors: ['PAYMENT_FAILED', 'PAYMENT_OVERDUE', 'PROVIDER_UNAVAILABLE'],
})
/** Returns the address of the customer portal of the payment provider (S-SUB-10). */
export const openPortal = route('POST', '/api/subscription/portal', {
  answer: http.portalAnswer,
  errors: ['PROVIDER_UNAVAILABLE'],
})
/** Cancels the subscription at the end of the paid period. */
export const cancelSubscription = route('POST', '/api/subscription/cancel', {
  audited: true,
  answer: http.subscription,
  errors: ['NO_PAID_SUBSCRIPTION', 'PROVIDER_UNAVAILABLE'],
})
/** Resumes a canceled subscription before its end. */
export const reactivateSubscription = route('POST', '/api/subscription/reactivate', {
  audited: true,
  answer: http.subscription,
  errors: ['NO_PAID_SUBSCRIPTION', 'PROVIDER_UNAVAILABLE'],
})
/** Reads the subscription from the payment provider. The browser calls it after a checkout, because the event of the provider may arrive later. */
export const refreshSubscription = route('POST', '/api/subscription/refresh', {
  audited: true,
  answer: http.subscription,
  errors: ['PROVIDER_UNAVAILABLE'],
})
export const listInvoices = route('GET', '/api/subscription/invoices', {
  answer: z.array(http.invoice),
  errors: ['PROVIDER_UNAVAILABLE'],
})

/** Receives events of Stripe. A signature over the raw body authenticates them. */
export const receiveStripeEvent = route('POST', '/api/billing/webhook', {
  duringMaintenance: true,
  auth: 'open',
  accepts: 'raw',
  bodyLimit: 256 * KB,
  answer: http.success,
  errors: ['WEBHOOK_REFUSED'],
})
