import { type EventOf, mediaAudited } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { AuditLog } from '../chain/audit-log.ts'
import { WRITERS } from '../chain/writers.ts'

@On(mediaAudited, WRITERS)
export class KeepMediaActs implements Subscriber<typeof mediaAudited> {
  constructor(private readonly audit: AuditLog) {}

  async on(event: EventOf<typeof mediaAudited>, commit: Commit) {
    await this.audit.append(event, commit)
  }
}
