import {
  adminAudited,
  billingAudited,
  developerAudited,
  type EventOf,
  identityAudited,
  libraryAudited,
  mediaAudited,
  sharingAudited,
} from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { AuditLog } from './chain/audit-log.ts'

const AUDIT_EVENTS = [
  ...[adminAudited, billingAudited, developerAudited, identityAudited],
  ...[libraryAudited, mediaAudited, sharingAudited],
]
type AuditEvent = (typeof AUDIT_EVENTS)[number]
/** Writes are serialized by a lock. More concurrent subscribers would only occupy connections that readers need. */
const OPTIONS = { concurrency: 4 }

@On(AUDIT_EVENTS, OPTIONS)
export class StoreAuditEntries implements Subscriber<AuditEvent> {
  constructor(private readonly audit: AuditLog) {}

  async on(event: EventOf<AuditEvent>, commit: Commit) {
    await this.audit.append(event, commit)
  }
}
