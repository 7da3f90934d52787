import type { AuditedActionName, http } from '@daymark/contracts'
import { formatDateTime } from '../../../lib/format/dates.ts'

/** The name of each action for the filter, and its phrase for sentences, in which `…` stands for the target. */
export const ACTIONS: Record<AuditedActionName, { name: string; phrase: string }> = {
  'user.signed-in': { name: 'Sign-in', phrase: 'signed in' },
  'user.signed-out-everywhere': { name: 'Sessions ended', phrase: 'ended all sessions of …' },
  'user.created': { name: 'User created', phrase: 'created the account of …' },
  'user.invited': { name: 'User invited', phrase: 'invited …' },
  'user.changed': { name: 'User changed', phrase: 'changed the account of …' },
  'user.suspended': { name: 'User suspended', phrase: 'suspended …' },
  'user.reactivated': { name: 'User reactivated', phrase: 'reactivated …' },
  'user.deletion-scheduled': { name: 'Deletion scheduled', phrase: 'scheduled the deletion of …' },
  'user.deletion-requested': { name: 'Deletion requested', phrase: 'requested the deletion of …' },
  'user.deletion-taken-back': { name: 'Deletion canceled', phrase: 'canceled the deletion of …' },
  'user.deleted': { name: 'User deleted', phrase: 'deleted the account of …' },
  'user.email-changed': { name: 'Email changed', phrase: 'changed the email of …' },
  'password.changed': { name: 'Password changed', phrase: 'changed the password of …' },
  'password.reset': { name: 'Password reset', phrase: 'reset the password of …' },
  'second-step.turned-on': { name: 'Two-step sign-in on', phrase: 'turned on the two-step sign-in of …' },
  'second-step.turned-off': { name: 'Two-step sign-in off', phrase: 'turned off the two-step sign-in of …' },
  'second-step.reset': { name: 'Two-step sign-in reset', phrase: 'reset the two-step sign-in of …' },
  'passkey.added': { name: 'Passkey added', phrase: 'added the passkey …' },
  'passkey.removed': { name: 'Passkey removed', phrase: 'removed the passkey …' },
  'plan.changed': { name: 'Plan changed', phrase: 'changed the plan of …' },
  'token.created': { name: 'Token created', phrase: 'created the API token …' },
  'token.revoked': { name: 'Token revoked', phrase: 'revoked the API token …' },
  'webhook.created': { name: 'Webhook created', phrase: 'created the webhook …' },
  'webhook.deleted': { name: 'Webhook deleted', phrase: 'deleted the webhook …' },
  'link.created': { name: 'Share created', phrase: 'shared …' },
  'link.revoked': { name: 'Share revoked', phrase: 'revoked a share of …' },
  'link.reinstated': { name: 'Share reinstated', phrase: 'reinstated a share of …' },
  'link.completed': { name: 'First look completed', phrase: 'marked a share of … as complete' },
  'waiting.removed': { name: 'Email address removed', phrase: 'removed an email address from the notifications for …' },
  'studio-page.opened': { name: 'Studio page turned on', phrase: 'turned on the studio page' },
  'studio-page.closed': { name: 'Studio page turned off', phrase: 'turned off the studio page' },
  'picks.reopened': { name: 'Pick list reopened', phrase: 'reopened a pick list of …' },
  'picks.removed': { name: 'Pick list removed', phrase: 'removed a pick list of …' },
  'comment.removed': { name: 'Comment removed', phrase: 'removed a comment on …' },
  'upload-link.created': { name: 'Upload link created', phrase: 'created the upload link …' },
  'upload-link.closed': { name: 'Upload link closed', phrase: 'closed the upload link …' },
  'upload-link.opened': { name: 'Upload link opened', phrase: 'reopened the upload link …' },
  'upload-link.deleted': { name: 'Upload link deleted', phrase: 'deleted the upload link …' },
  'received.declined': { name: 'Photos declined', phrase: 'declined photos of guests for …' },
  'recovery-codes.renewed': { name: 'Recovery codes renewed', phrase: 'renewed the recovery codes of …' },
  'dead-letter.replayed': { name: 'Dead letters replayed', phrase: 'replayed dead letters: …' },
  'dead-letter.dropped': { name: 'Dead letters dropped', phrase: 'dropped dead letters: …' },
  'job.retried': { name: 'Jobs retried', phrase: 'retried jobs: …' },
  'job.dropped': { name: 'Jobs dropped', phrase: 'dropped jobs: …' },
  'photo.requeued': { name: 'Photos requeued', phrase: 'restarted the processing of failed photos' },
  'audit.exported': { name: 'Audit log exported', phrase: 'exported the audit log' },
  'library.exported': { name: 'Library exported', phrase: 'downloaded their library' },
  'users.exported': { name: 'Users exported', phrase: 'exported the list of users' },
  'announcement.made': { name: 'Announcement published', phrase: 'published the announcement …' },
  'announcement.removed': { name: 'Announcement removed', phrase: 'removed the announcement …' },
  'maintenance.started': { name: 'Maintenance started', phrase: 'started maintenance' },
  'maintenance.ended': { name: 'Maintenance ended', phrase: 'ended maintenance' },
}
export const ACTION_CHOICES = Object.entries(ACTIONS).map(
  ([action, { name }]) => [action as AuditedActionName, name] as const,
)

type AuditEntryInput = Pick<http.AuditEntry, 'action' | 'target' | 'actor'>
type Sentence = { before: string; target: string | null; after: string }

const isOwnAccount = ({ target, actor }: AuditEntryInput) => target?.kind === 'user' && target.id === actor.id
const targetName = (target: AuditEntryInput['target']) => (target ? target.name || target.id : 'everything')

/**
 * Returns the sentence that describes an entry, split into the texts before and after the target. For an unknown
 * action, the sentence contains the id of the action.
 */
export function createSentence(entry: AuditEntryInput): Sentence {
  const phrase = ACTIONS[entry.action as AuditedActionName]?.phrase ?? `${entry.action} …`
  // 'changed the password of …' becomes 'changed their own password'.
  const ownPhraseMatch = isOwnAccount(entry) ? /^(.*\b)the (.*) of …$/.exec(phrase) : null
  if (ownPhraseMatch) return { before: `${ownPhraseMatch[1]}their own ${ownPhraseMatch[2]}`, target: null, after: '' }
  const [before = '', after] = phrase.split('…')
  if (after === undefined) return { before, target: null, after: '' }
  return { before, target: targetName(entry.target), after }
}

const toReadableName = (name: string) =>
  name
    .replace(/\bapi_/, 'API ')
    .replace(/_/g, ' ')
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
function formatValue(value: http.AuditEntry['details'][string]) {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' && ISO_TIME.test(value) ? formatDateTime(value) : value
}

/** Formats the details of an entry: 'role: admin · reason: requested'. */
export const formatDetails = (details: http.AuditEntry['details']) =>
  Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${toReadableName(name)}: ${formatValue(value)}`)
    .join(' · ')
