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
import { AuditLog } from './audit-log.ts'

const AUDIT_EVENTS = [
  adminAudited,
  billingAudited,
  developerAudited,
  identityAudited,
  libraryAudited,
  mediaAudited,
  sharingAudited,
]
type AuditEvent = (typeof AUDIT_EVENTS)[number]
/** A lock serializes the writes, so more concurrent deliveries would only wait and occupy database connections that other queries need. */
const SUBSCRIBER_OPTIONS = { concurrency: 4 }

@On(AUDIT_EVENTS, SUBSCRIBER_OPTIONS)
export class StoreAuditEntries implements Subscriber<AuditEvent> {
  constructor(private readonly audit: AuditLog) {}

  async on(event: EventOf<AuditEvent>, commit: Commit) {
    await this.audit.append(event, commit)
  }
}
