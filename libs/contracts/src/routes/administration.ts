import { z } from 'zod'
import * as http from '../http/index.ts'
import { route } from './route.ts'

const adminAccess = { auth: 'super_admin' } as const
/** Options of calls that the audit log records, with the IP address of the caller. */
const auditedAccess = { ...adminAccess, audited: true, duringMaintenance: true } as const

/** Returns the totals over all accounts (S-ADA-01). */
export const getDashboard = route('GET', '/api/admin/dashboard', { ...adminAccess, answer: http.dashboard })
/** Returns the state of database, storage and memory (S-ADA-04). */
export const getAdminHealth = route('GET', '/api/admin/health', { ...adminAccess, answer: http.adminHealth })
/** Returns recent uploads and new links of all users (S-ADA-03). */
export const listActivity = route('GET', '/api/admin/activity', {
  ...adminAccess,
  query: http.activityQuery,
  answer: z.array(http.activityItem),
})
export const listAudit = route('GET', '/api/admin/audit', {
  ...adminAccess,
  query: http.auditQuery,
  answer: http.auditPage,
})
/** Returns the entries that match the filter as CSV, newest first. */
export const exportAudit = route('GET', '/api/admin/audit/export', {
  ...auditedAccess,
  query: http.auditQuery,
  answer: 'bytes',
})
export const checkAudit = route('GET', '/api/admin/audit/check', { ...adminAccess, answer: http.auditCheck })

/** Returns the users who match the filter as CSV. */
export const exportUsers = route('GET', '/api/admin/users/export', {
  ...auditedAccess,
  query: http.usersQuery,
  answer: 'bytes',
})
export const getAccount = route('GET', '/api/admin/users/:id', {
  ...adminAccess,
  answer: http.adminAccount,
  errors: ['USER_NOT_FOUND'],
})
/** Creates an account without a password and emails the user a link to set one. */
export const inviteUser = route('POST', '/api/admin/users/invite', {
  ...auditedAccess,
  body: http.inviteBody,
  answer: http.createdUser,
  status: 201,
  location: ({ answer: { id } }) => `/api/admin/users/${id}`,
  errors: ['EMAIL_TAKEN', 'MAIL_OFF'],
})
/** Fails with LAST_SUPER_ADMIN if no super_admin would remain. */
export const updateAccount = route('PATCH', '/api/admin/users/:id', {
  ...auditedAccess,
  body: http.accountPatch,
  answer: http.adminUser,
  errors: ['USER_NOT_FOUND', 'LAST_SUPER_ADMIN'],
})
/** Fails with CONFLICT if the payment provider manages the current plan. */
export const updateAccountPlan = route('PATCH', '/api/admin/users/:id/plan', {
  ...auditedAccess,
  body: http.accountPlanBody,
  answer: http.adminUser,
  errors: ['USER_NOT_FOUND', 'CONFLICT'],
})
export const suspendAccount = route('POST', '/api/admin/users/:id/suspend', {
  ...auditedAccess,
  body: http.suspendBody,
  answer: http.adminUser,
  errors: ['USER_NOT_FOUND', 'LAST_SUPER_ADMIN'],
})
/** Ends a suspension and cancels a scheduled deletion. */
export const reactivateAccount = route('POST', '/api/admin/users/:id/reactivate', {
  ...auditedAccess,
  answer: http.adminUser,
  errors: ['USER_NOT_FOUND'],
})
/** Suspends the account and deletes it permanently after the waiting period. */
export const deleteAccount = route('DELETE', '/api/admin/users/:id', {
  ...auditedAccess,
  answer: http.adminUser,
  errors: ['USER_NOT_FOUND', 'LAST_SUPER_ADMIN'],
})
export const endAccountSessions = route('DELETE', '/api/admin/users/:id/sessions', {
  ...auditedAccess,
  answer: http.success,
  errors: ['USER_NOT_FOUND'],
})

export const getSystemServices = route('GET', '/api/admin/system/services', {
  ...adminAccess,
  answer: http.systemServices,
})
export const getMediaWork = route('GET', '/api/admin/system/work', { ...adminAccess, answer: http.mediaWork })
export const getOutgoing = route('GET', '/api/admin/system/outgoing', { ...adminAccess, answer: http.outgoing })
export const getBackupSummary = route('GET', '/api/admin/system/backups', {
  ...adminAccess,
  answer: http.backupSummary,
})
export const getSystemSettings = route('GET', '/api/admin/system/settings', {
  ...adminAccess,
  answer: http.systemSettings,
})
export const listDisputeNotices = route('GET', '/api/admin/system/provider-notes', {
  ...adminAccess,
  answer: http.disputeNotices,
})
/** Returns the 1,000 newest dead letters of all services. */
export const listDeadLetters = route('GET', '/api/admin/dead-letters', { ...adminAccess, answer: http.deadLetters })
export const replayDeadLetters = route('POST', '/api/admin/dead-letters/replay', {
  ...auditedAccess,
  body: http.deadLetterFilter,
  answer: http.changedCount,
})
/** Deletes dead letters. The subscriber will never receive these events. */
export const dropDeadLetters = route('POST', '/api/admin/dead-letters/drop', {
  ...auditedAccess,
  body: http.deadLetterFilter,
  answer: http.changedCount,
})
export const listFailedPhotos = route('GET', '/api/admin/failed-photos', {
  ...adminAccess,
  query: http.failedPhotosQuery,
  answer: http.failedPhotos,
})
export const requeueFailedPhotos = route('POST', '/api/admin/failed-photos/requeue', {
  ...auditedAccess,
  body: http.requeueBody,
  answer: http.changedCount,
})

/** Returns the announcements that signed-in users see as banners, and the maintenance mode. */
export const getNotices = route('GET', '/api/notices', { answer: http.notices })
export const listAnnouncements = route('GET', '/api/admin/announcements', {
  ...adminAccess,
  answer: http.announcements,
})
export const createAnnouncement = route('POST', '/api/admin/announcements', {
  ...auditedAccess,
  body: http.announcementBody,
  answer: http.announcement,
  status: 201,
  location: ({ answer: { id } }) => `/api/admin/announcements/${id}`,
  errors: ['CONFLICT'],
})
export const getAnnouncement = route('GET', '/api/admin/announcements/:id', {
  ...adminAccess,
  answer: http.announcement,
  errors: ['NOT_FOUND'],
})
export const removeAnnouncement = route('DELETE', '/api/admin/announcements/:id', {
  ...auditedAccess,
  answer: http.success,
  errors: ['NOT_FOUND'],
})
export const setMaintenance = route('POST', '/api/admin/maintenance', {
  ...auditedAccess,
  body: http.maintenanceBody,
  answer: http.maintenance,
})

/** Server-sent events for the signed-in user (http.change). */
export const openEvents = route('GET', '/api/events', { answer: 'events' })
/** Reports whether all dependencies respond (L-API-06). */
export const getHealth = route('GET', '/api/health', {
  auth: 'open',
  probe: true,
  answer: http.health,
  errors: ['UNAVAILABLE'],
})
/** Returns the version of the build (L-API-05). */
export const getVersion = route('GET', '/api/version', { auth: 'open', probe: true, answer: http.version })
/** Liveness probe. Does not check dependencies, so that the orchestrator does not restart healthy processes when a dependency fails. */
export const getLiveness = route('GET', '/healthz', { auth: 'open', probe: true, answer: http.liveness })
export const getReadiness = route('GET', '/readyz', {
  auth: 'open',
  probe: true,
  answer: http.readiness,
  errors: ['UNAVAILABLE'],
})
/** Returns the support contact for the signed-in user (rule 72). */
export const getSupport = route('GET', '/api/settings/support', { answer: http.support })
