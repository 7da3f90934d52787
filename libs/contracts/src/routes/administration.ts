import { z } from 'zod'
import * as http from '../http/index.ts'
import { route } from './route.ts'

const rights = { auth: 'super_admin' } as const
/** Recorded in the audit log with the IP address of the caller. */
const auditedAccess = { ...rights, audited: true, duringMaintenance: true } as const

/** S-ADA-01. */
export const getDashboard = route('GET', '/api/admin/dashboard', { ...rights, answer: http.dashboard })
/** S-ADA-04. */
export const getAdminHealth = route('GET', '/api/admin/health', { ...rights, answer: http.adminHealth })
/** S-ADA-03. */
export const listActivity = route('GET', '/api/admin/activity', {
  ...rights,
  query: http.activityQuery,
  answer: z.array(http.activityItem),
})
export const listAudit = route('GET', '/api/admin/audit', { ...rights, query: http.auditQuery, answer: http.auditPage })
/** The filtered entries as CSV, newest first. */
export const exportAudit = route('GET', '/api/admin/audit/export', {
  ...auditedAccess,
  query: http.auditQuery,
  answer: 'bytes',
})
export const checkAudit = route('GET', '/api/admin/audit/check', { ...rights, answer: http.auditCheck })

/** The filtered users as CSV. */
export const exportUsers = route('GET', '/api/admin/users/export', {
  ...auditedAccess,
  query: http.usersQuery,
  answer: 'bytes',
})
export const getAccount = route('GET', '/api/admin/users/:id', {
  ...rights,
  answer: http.adminAccount,
  errors: ['USER_NOT_FOUND'],
})
/** Creates an account without a password and sends a link to set one. */
export const inviteUser = route('POST', '/api/admin/users/invite', {
  ...auditedAccess,
  body: http.inviteBody,
  answer: http.createdUser,
  status: 201,
  location: ({ answer: { id } }) => `/api/admin/users/${id}`,
  errors: ['EMAIL_TAKEN', 'MAIL_OFF'],
})
/** Throws LAST_SUPER_ADMIN if no administrator would remain; the same for the four calls below. */
export const updateAccount = route('PATCH', '/api/admin/users/:id', {
  ...auditedAccess,
  body: http.accountPatch,
  answer: http.adminUser,
  errors: ['USER_NOT_FOUND', 'LAST_SUPER_ADMIN'],
})
/** CONFLICT for a plan that the card provider manages. */
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

export const getSystemServices = route('GET', '/api/admin/system/services', { ...rights, answer: http.systemServices })
export const getMediaWork = route('GET', '/api/admin/system/work', { ...rights, answer: http.mediaWork })
export const getOutgoing = route('GET', '/api/admin/system/outgoing', { ...rights, answer: http.outgoing })
export const getBackupsOfAll = route('GET', '/api/admin/system/backups', { ...rights, answer: http.backupsOfAll })
export const getSystemSettings = route('GET', '/api/admin/system/settings', { ...rights, answer: http.systemSettings })
export const listDisputeNotices = route('GET', '/api/admin/system/provider-notes', {
  ...rights,
  answer: http.disputeNotices,
})
/** The 1,000 newest. */
export const listDeadLetters = route('GET', '/api/admin/dead-letters', { ...rights, answer: http.deadLetters })
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
  ...rights,
  query: http.afterQuery,
  answer: http.failedPhotos,
})
export const requeueFailedPhotos = route('POST', '/api/admin/failed-photos/requeue', {
  ...auditedAccess,
  body: http.requeueBody,
  answer: http.changedCount,
})

/** Banners for signed-in users. */
export const getNotices = route('GET', '/api/notices', { auth: 'session', answer: http.notices })
export const listAnnouncements = route('GET', '/api/admin/announcements', { ...rights, answer: http.announcements })
export const createAnnouncement = route('POST', '/api/admin/announcements', {
  ...auditedAccess,
  body: http.announcementBody,
  answer: http.announcement,
  status: 201,
  location: ({ answer: { id } }) => `/api/admin/announcements/${id}`,
  errors: ['CONFLICT'],
})
export const getAnnouncement = route('GET', '/api/admin/announcements/:id', {
  ...rights,
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

/** Server-sent events of the signed-in user (http.change). */
export const openEvents = route('GET', '/api/events', { auth: 'session', answer: 'events' })
/** L-API-06: whether all dependencies respond. */
export const getHealth = route('GET', '/api/health', {
  auth: 'open',
  probe: true,
  answer: http.health,
  errors: ['UNAVAILABLE'],
})
/** L-API-05: the version of the build. */
export const getVersion = route('GET', '/api/version', { auth: 'open', probe: true, answer: http.version })
/** Liveness without dependencies, so that an orchestrator does not restart a healthy process. */
export const getLiveness = route('GET', '/healthz', { auth: 'open', probe: true, answer: http.liveness })
export const getReadiness = route('GET', '/readyz', {
  auth: 'open',
  probe: true,
  answer: http.readiness,
  errors: ['UNAVAILABLE'],
})
/** Support contact of the signed-in user, with priority if the plan includes it (rule 72). */
export const getSupport = route('GET', '/api/settings/support', { auth: 'session', answer: http.support })
