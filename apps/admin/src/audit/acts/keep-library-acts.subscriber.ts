import { type EventOf, libraryAudited } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { AuditLog } from '../chain/audit-log.ts'
import { WRITERS } from '../chain/writers.ts'

@On(libraryAudited, WRITERS)
export class KeepLibraryActs implements Subscriber<typeof libraryAudited> {
  constructor(private readonly audit: AuditLog) {}

  async on(event: EventOf<typeof libraryAudited>, commit: Commit) {
    await this.audit.append(event, commit)
  }
}
