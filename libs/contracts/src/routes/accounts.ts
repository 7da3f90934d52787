import { z } from 'zod'
import * as http from '../http/index.ts'
import { route } from './route.ts'

/** Returns the signed-in user with current usage and plan (L-API-01). */
export const getMe = route('GET', '/api/auth/me', { temporaryPassword: true, answer: http.account })
export const signIn = route('POST', '/api/auth/login', {
  duringMaintenance: true,
  auth: 'open',
  audited: true,
  body: http.loginBody,
  answer: http.loginAnswer,
  errors: ['LOGIN_FAILED', 'TOO_MANY_REQUESTS', 'ACCOUNT_DELETING'],
})
/** Succeeds even without a session, because users must be able to sign out after the session ended (L-GUARD-04). */
export const signOut = route('POST', '/api/auth/logout', {
  duringMaintenance: true,
  auth: 'open',
  answer: http.success,
})
export const changePassword = route('POST', '/api/auth/change-password', {
  audited: true,
  temporaryPassword: true,
  body: http.changePasswordBody,
  answer: http.success,
})

/** Returns the subscription of the caller (S-SUB-01). */
export const getSubscription = route('GET', '/api/subscription', { answer: http.subscription })
export const getSubscriptionConfig = route('GET', '/api/subscription/config', { answer: http.subscriptionConfig })
export const getSubscriptionUsage = route('GET', '/api/subscription/usage', { answer: http.subscriptionUsage })
/** Changes the plan without a payment. Available only in test mode (S-SUB-18). */
export const updateTier = route('POST', '/api/subscription/update-tier', {
  audited: true,
  body: http.tierBody,
  answer: http.subscription,
  errors: ['TEST_MODE_ONLY'],
})
/** Returns statistics of the library of the caller (S-SUB-13). */
export const getAnalytics = route('GET', '/api/analytics', { answer: http.accountAnalytics })

export const listUsers = route('GET', '/api/admin/users', {
  auth: 'super_admin',
  query: http.usersQuery,
  answer: z.array(http.adminUser),
})
/** Creates an account with a password (S-ADA-06). */
export const createUser = route('POST', '/api/admin/users', {
  duringMaintenance: true,
  auth: 'super_admin',
  audited: true,
  body: http.createUserBody,
  answer: http.createdUser,
  status: 201,
  location: ({ answer: { id } }) => `/api/admin/users/${id}`,
  errors: ['EMAIL_TAKEN'],
})
export const generatePassword = route('GET', '/api/admin/generate-password', {
  auth: 'super_admin',
  answer: http.generatedPassword,
})
export const resetPassword = route('POST', '/api/admin/users/:id/reset-password', {
  duringMaintenance: true,
  auth: 'super_admin',
  audited: true,
  answer: http.temporaryPassword,
  errors: ['USER_NOT_FOUND'],
})
