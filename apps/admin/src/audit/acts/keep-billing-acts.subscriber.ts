import { type EventOf, billingAudited } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { AuditLog } from '../chain/audit-log.ts'
import { WRITERS } from '../chain/writers.ts'

@On(billingAudited, WRITERS)
export class KeepBillingActs implements Subscriber<typeof billingAudited> {
  constructor(private readonly audit: AuditLog) {}

  async on(event: EventOf<typeof billingAudited>, commit: Commit) {
    await this.audit.append(event, commit)
  }
}
