import { type EventOf, developerAudited } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { AuditLog } from '../chain/audit-log.ts'
import { WRITERS } from '../chain/writers.ts'

@On(developerAudited, WRITERS)
export class KeepDeveloperActs implements Subscriber<typeof developerAudited> {
  constructor(private readonly audit: AuditLog) {}

  async on(event: EventOf<typeof developerAudited>, commit: Commit) {
    await this.audit.append(event, commit)
  }
}
