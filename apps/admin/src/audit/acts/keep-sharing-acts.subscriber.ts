import { type EventOf, sharingAudited } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { AuditLog } from '../chain/audit-log.ts'
import { WRITERS } from '../chain/writers.ts'

@On(sharingAudited, WRITERS)
export class KeepSharingActs implements Subscriber<typeof sharingAudited> {
  constructor(private readonly audit: AuditLog) {}

  async on(event: EventOf<typeof sharingAudited>, commit: Commit) {
    await this.audit.append(event, commit)
  }
}
