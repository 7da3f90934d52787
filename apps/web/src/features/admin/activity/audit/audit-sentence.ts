import type { Audited, http } from '@daymark/contracts'
import { formatDateTime } from '../../../../lib/format/dates.ts'

/** The predicate of each action; `…` is the place of the target. */
export const ACTIONS: Record<Audited, { name: string; says: string }> = {
  'user.signed-in': { name: 'Sign-in', says: 'signed in' },
  'user.signed-out-everywhere': { name: 'Sessions ended', says: 'ended all sessions of …' },
  'user.created': { name: 'User created', says: 'created the account of …' },
  'user.invited': { name: 'User invited', says: 'invited …' },
  'user.changed': { name: 'User changed', says: 'changed the account of …' },
  'user.suspended': { name: 'User suspended', says: 'suspended …' },
  'user.reactivated': { name: 'User reactivated', says: 'reactivated …' },
  'user.deletion-scheduled': { name: 'Deletion scheduled', says: 'scheduled the deletion of …' },
  'user.deletion-requested': { name: 'Deletion requested', says: 'asked to delete the account of …' },
  'user.deletion-taken-back': { name: 'Deletion canceled', says: 'kept the account of …' },
  'user.deleted': { name: 'User deleted', says: 'deleted the account of …' },
  'user.email-changed': { name: 'Email changed', says: 'changed the email of …' },
  'password.changed': { name: 'Password changed', says: 'changed the password of …' },
  'password.reset': { name: 'Password reset', says: 'reset the password of …' },
  'second-step.turned-on': { name: 'Two-step sign-in on', says: 'turned on the two-step sign-in of …' },
  'second-step.turned-off': { name: 'Two-step sign-in off', says: 'turned off the two-step sign-in of …' },
  'second-step.reset': { name: 'Two-step sign-in reset', says: 'reset the two-step sign-in of …' },
  'passkey.added': { name: 'Passkey added', says: 'added the passkey …' },
  'passkey.removed': { name: 'Passkey removed', says: 'removed the passkey …' },
  'plan.changed': { name: 'Plan changed', says: 'changed the plan of …' },
  'token.created': { name: 'Token created', says: 'created the API token …' },
  'token.revoked': { name: 'Token revoked', says: 'revoked the API token …' },
  'webhook.created': { name: 'Webhook created', says: 'created the webhook …' },
  'webhook.deleted': { name: 'Webhook deleted', says: 'deleted the webhook …' },
  'link.created': { name: 'Share created', says: 'shared …' },
  'link.revoked': { name: 'Share revoked', says: 'revoked a share of …' },
  'link.reinstated': { name: 'Share reinstated', says: 'reinstated a share of …' },
  'link.completed': { name: 'First look completed', says: 'marked a share of … as complete' },
  'waiting.removed': { name: 'Address removed', says: 'removed an address waiting for …' },
  'studio-page.opened': { name: 'Studio page opened', says: 'opened the studio page' },
  'studio-page.closed': { name: 'Studio page closed', says: 'closed the studio page' },
  'picks.reopened': { name: 'Pick list reopened', says: 'reopened a pick list of …' },
  'picks.removed': { name: 'Pick list removed', says: 'removed a pick list of …' },
  'comment.removed': { name: 'Comment removed', says: 'removed a comment on …' },
  'upload-link.created': { name: 'Upload link created', says: 'created an upload link, …' },
  'upload-link.closed': { name: 'Upload link closed', says: 'closed the upload link …' },
  'upload-link.opened': { name: 'Upload link opened', says: 'reopened the upload link …' },
  'upload-link.deleted': { name: 'Upload link deleted', says: 'deleted the upload link …' },
  'received.declined': { name: 'Photos declined', says: 'declined photos of guests for …' },
  'recovery-codes.renewed': { name: 'Recovery codes renewed', says: 'renewed the recovery codes of …' },
  'dead-letter.replayed': { name: 'Dead letters replayed', says: 'replayed dead letters of …' },
  'dead-letter.dropped': { name: 'Dead letters dropped', says: 'dropped dead letters of …' },
  'job.retried': { name: 'Jobs retried', says: 'retried jobs of …' },
  'job.dropped': { name: 'Jobs dropped', says: 'dropped jobs of …' },
  'photo.requeued': { name: 'Photos requeued', says: 'asked to process failed photos again' },
  'audit.exported': { name: 'Audit log exported', says: 'exported the audit log' },
  'library.exported': { name: 'Library exported', says: 'downloaded everything' },
  'users.exported': { name: 'Users exported', says: 'exported the list of users' },
  'announcement.made': { name: 'Announcement made', says: 'announced …' },
  'announcement.removed': { name: 'Announcement removed', says: 'removed the announcement …' },
  'maintenance.started': { name: 'Maintenance started', says: 'started maintenance' },
  'maintenance.ended': { name: 'Maintenance ended', says: 'ended maintenance' },
}
export const ACTION_CHOICES = Object.entries(ACTIONS).map(([action, { name }]) => [action as Audited, name] as const)

type Entry = Pick<http.AuditItem, 'action' | 'target' | 'actor'>
type Piece = { before: string; target: string | null; after: string }

const isOneself = ({ target, actor }: Entry) => target?.kind === 'user' && target.id === actor.id
const nameOf = (target: Entry['target']) => (target ? target.name || target.id : 'everything')

/** The sentence before and after the target. An unknown action is shown by its name. */
export function sentenceOf(entry: Entry): Piece {
  const says = ACTIONS[entry.action as Audited]?.says ?? `${entry.action} …`
  const own = isOneself(entry) ? /^(.*\b)the (.*) of …$/.exec(says) : null
  if (own) return { before: `${own[1]}their own ${own[2]}`, target: null, after: '' }
  const [before = '', after] = says.split('…')
  if (after === undefined) return { before, target: null, after: '' }
  return { before, target: nameOf(entry.target), after }
}

const words = (name: string) =>
  name
    .replace(/\bapi_/, 'API ')
    .replace(/_/g, ' ')
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
function said(value: http.AuditItem['details'][string]) {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' && MOMENT.test(value) ? formatDateTime(value) : value
}

/** 'role: admin · reason: requested' */
export const detailsOf = (details: http.AuditItem['details']) =>
  Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${words(name)}: ${said(value)}`)
    .join(' · ')
