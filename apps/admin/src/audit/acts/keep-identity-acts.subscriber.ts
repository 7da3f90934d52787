import { type EventOf, identityAudited } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { AuditLog } from '../chain/audit-log.ts'
import { WRITERS } from '../chain/writers.ts'

@On(identityAudited, WRITERS)
export class KeepIdentityActs implements Subscriber<typeof identityAudited> {
  constructor(private readonly audit: AuditLog) {}

  async on(event: EventOf<typeof identityAudited>, commit: Commit) {
    await this.audit.append(event, commit)
  }
}
