import { z } from 'zod'
import { type Actor, event, text } from '../define.ts'

/** Names of the actions in the audit log: noun.past-participle. */
export const AUDITED_ACTIONS = [
  'user.signed-in',
  'user.signed-out-everywhere',
  'user.created',
  'user.invited',
  'user.changed',
  'user.suspended',
  'user.reactivated',
  'user.deletion-scheduled',
  'user.deleted',
  'user.email-changed',
  'password.changed',
  'password.reset',
  'second-step.turned-on',
  'second-step.turned-off',
  'second-step.reset',
  'passkey.added',
  'passkey.removed',
  'plan.changed',
  'token.created',
  'token.revoked',
  'webhook.created',
  'webhook.deleted',
  'link.created',
  'link.revoked',
  'link.reinstated',
  'link.completed',
  'waiting.removed',
  'studio-page.opened',
  'studio-page.closed',
  'picks.reopened',
  'picks.removed',
  'comment.removed',
  'upload-link.created',
  'upload-link.closed',
  'upload-link.opened',
  'upload-link.deleted',
  'received.declined',
  'recovery-codes.renewed',
  'dead-letter.replayed',
  'dead-letter.dropped',
  'job.retried',
  'job.dropped',
  'photo.requeued',
  'audit.exported',
  'users.exported',
  'library.exported',
  'user.deletion-requested',
  'user.deletion-taken-back',
  'announcement.made',
  'announcement.removed',
  'maintenance.started',
  'maintenance.ended',
] as const
export type AuditedActionName = (typeof AUDITED_ACTIONS)[number]

const detailValue = z.union([text.max(300), z.number(), z.boolean(), z.null()])

/**
 * An entry of the audit log. The actor of the envelope is the user who acted, with their IP address. Names are those at the time of the
 * action. An entry never contains a password, token, cookie or gallery address.
 */
export const auditedAction = z.object({
  action: z.enum(AUDITED_ACTIONS),
  target: z.object({ kind: z.string().max(30), id: z.string().max(100), name: text.max(320).nullable() }).nullable(),
  details: z.record(z.string().max(40), detailValue).default({}),
})
export type AuditedAction = z.input<typeof auditedAction>

/** Defines the audit event of a service, which emits it in the transaction of the action. */
export const defineAuditEvent = <S extends string>(service: S) =>
  event(`${service}.act.audited.v1`, auditedAction, { includesCaller: true })

const truncateText = (value: string, max: number): string => value.replaceAll('\0', '').slice(0, max).toWellFormed()
const truncateDetail = (value: unknown) => (typeof value === 'string' ? truncateText(value, 300) : value)

/**
 * Returns key, data and actor of an audit event, for `tx.audit(actor, 'password.changed', user)`. Long values are truncated, because a
 * validation error of the audit event would make the action fail. If the actor used an API token, the details include its name.
 */
export function toAuditArguments(
  actor: Actor,
  action: AuditedActionName,
  target: AuditedAction['target'] = null,
  details: AuditDetails = {},
) {
  const allDetails = actor.token === undefined ? details : { ...details, api_token: actor.token || true }
  const truncatedDetails = Object.fromEntries(
    Object.entries(allDetails).map(([name, value]) => [name, truncateDetail(value)]),
  )
  const truncatedTarget = target && { ...target, name: target.name && truncateText(target.name, 320) }
  const data: AuditedAction = { action, target: truncatedTarget, details: truncatedDetails as AuditDetails }
  return [actor.userId || target?.id || action, data, actor] as const
}
export type AuditDetails = NonNullable<AuditedAction['details']>

export const identityAudited = defineAuditEvent('identity')
export const billingAudited = defineAuditEvent('billing')
export const libraryAudited = defineAuditEvent('library')
export const mediaAudited = defineAuditEvent('media')
export const sharingAudited = defineAuditEvent('sharing')
export const developerAudited = defineAuditEvent('developer')
export const adminAudited = defineAuditEvent('admin')
