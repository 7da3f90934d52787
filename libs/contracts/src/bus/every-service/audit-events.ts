import { z } from 'zod'
import { type Actor, event, text } from '../define.ts'

/** What the audit log keeps, in the words that its reader sees: `noun.verb` in the past tense. */
export const AUDITED = [
  ...['user.signed-in', 'user.signed-out-everywhere', 'user.created', 'user.invited', 'user.changed', 'user.suspended'],
  ...['user.reactivated', 'user.deletion-scheduled', 'user.deleted', 'user.email-changed'],
  ...['password.changed', 'password.reset', 'second-step.turned-on', 'second-step.turned-off', 'second-step.reset'],
  ...['passkey.added', 'passkey.removed', 'plan.changed', 'token.created', 'token.revoked'],
  ...['webhook.created', 'webhook.deleted', 'link.created', 'link.revoked', 'link.reinstated'],
  ...['link.completed', 'waiting.removed'],
  ...['studio-page.opened', 'studio-page.closed'],
  ...['picks.reopened', 'picks.removed', 'comment.removed'],
  ...['upload-link.created', 'upload-link.closed', 'upload-link.opened', 'upload-link.deleted', 'received.declined'],
  'recovery-codes.renewed',
  ...[
    'dead-letter.replayed',
    'dead-letter.dropped',
    'job.retried',
    'job.dropped',
    'photo.requeued',
    'audit.exported',
    'users.exported',
  ],
  ...['library.exported'],
  ...['user.deletion-requested', 'user.deletion-taken-back'],
  ...['announcement.made', 'announcement.removed', 'maintenance.started', 'maintenance.ended'],
] as const
export type Audited = (typeof AUDITED)[number]

const detail = z.union([text.max(300), z.number(), z.boolean(), z.null()])

/**
 * An act that the audit log keeps. Who did it, and from where, is the actor of the envelope. Names are those of the moment; never a
 * password, a token, a cookie or an address of a gallery.
 */
export const auditedAct = z.object({
  action: z.enum(AUDITED),
  target: z.object({ kind: z.string().max(30), id: z.string().max(100), name: text.max(320).nullable() }).nullable(),
  details: z.record(z.string().max(40), detail).default({}),
})
export type AuditedAct = z.input<typeof auditedAct>

/** `audited('billing')` is how billing says that somebody did something: in the commit that did it, so that neither is lost. */
export const audited = <S extends string>(service: S) =>
  event(`${service}.act.audited.v1`, auditedAct, { includesCaller: true })

const kept = (words: string, most: number): string => words.replaceAll('\0', '').slice(0, most).toWellFormed()
const keptDetail = (value: unknown) => (typeof value === 'string' ? kept(value, 300) : value)

/**
 * One line in the commit that does it: `tx.emit(identityAudited, ...act(actor, 'password.changed', user))`. What is too long for the
 * log is cut, so that it never stands in the way of what was done. What a program did says by which of its owner's tokens.
 */
export function act(actor: Actor, action: Audited, target: AuditedAct['target'] = null, details: Details = {}) {
  const said = actor.token === undefined ? details : { ...details, api_token: actor.token || true }
  const cut = Object.fromEntries(Object.entries(said).map(([name, value]) => [name, keptDetail(value)]))
  const named = target && { ...target, name: target.name && kept(target.name, 320) }
  const data: AuditedAct = { action, target: named, details: cut as Details }
  return [actor.userId || target?.id || action, data, actor] as const
}
export type Details = NonNullable<AuditedAct['details']>

export const identityAudited = audited('identity')
export const billingAudited = audited('billing')
export const libraryAudited = audited('library')
export const mediaAudited = audited('media')
export const sharingAudited = audited('sharing')
export const developerAudited = audited('developer')
export const adminAudited = audited('admin')
