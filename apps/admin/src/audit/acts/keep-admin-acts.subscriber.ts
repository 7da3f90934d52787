import { type EventOf, adminAudited } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { AuditLog } from '../chain/audit-log.ts'
import { WRITERS } from '../chain/writers.ts'

@On(adminAudited, WRITERS)
export class KeepAdminActs implements Subscriber<typeof adminAudited> {
  constructor(private readonly audit: AuditLog) {}

  async on(event: EventOf<typeof adminAudited>, commit: Commit) {
    await this.audit.append(event, commit)
  }
}
