import { Database, Every, type Job } from '@daymark/platform'
import { DeliveryJobs } from './delivery-jobs.ts'

/** For deliveries whose owner may send again by time alone, and for those that an earlier version left without jobs. */
@Every('1m')
export class ResumeDeliveries implements Job {
  constructor(
    private readonly db: Database,
    private readonly jobs: DeliveryJobs,
  ) {}

  async run(): Promise<void> {
    for (const owner of await this.jobs.owners()) await this.db.commit(tx => this.jobs.resume(tx, owner))
  }
}
