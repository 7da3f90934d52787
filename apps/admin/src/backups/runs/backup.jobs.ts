import { entitlementOf, subscriptionsPage, type SubscriptionView, system } from '@daymark/contracts'
import { Clock, Every, type Job, Logger, RpcClient } from '@daymark/platform'
import { BackupPlans } from '../plans.ts'
import { BackupRun, CorruptStore, describeFailure } from './backup-run.ts'
import { BackupExpiry } from './backup-expiry.ts'
import { type ScheduledBackup, BackupRuns } from './backup-runs.ts'

/** Delay until backups in an unavailable store are tried again. */
const UNAVAILABLE_STORE_RETRY_MS = 3000

/** Processes pending backups in turns, so that a large account does not block others. A new backup starts this job at once. */
@Every('20s')
export class RunBackups implements Job {
  constructor(
    private readonly runs: BackupRuns,
    private readonly backup: BackupRun,
    private readonly expiry: BackupExpiry,
    private readonly log: Logger,
  ) {}

  async run(signal?: AbortSignal): Promise<number | void> {
    const skipped = { runs: [] as string[], targets: [] as string[] }
    for (
      let run = await this.runs.claimRun(skipped);
      run && !signal?.aborted;
      run = await this.runs.claimRun(skipped)
    ) {
      try {
        if (await this.backup.continueRun(run, signal)) await this.expiry.removeExcess(run)
      } catch (error) {
        if (signal?.aborted) return
        skipped.runs.push(run.id)
        // If this store is unavailable, backups in the other store continue.
        if (!(await this.backup.isStoreAvailable(run.target))) skipped.targets.push(run.target)
        const { id, userId, target } = run
        const keys = error instanceof CorruptStore ? error.keys : undefined
        this.log.error({ event: 'backup.failed', backup: id, userId, target, keys, err: error })
        await this.runs.recordFailure(run, describeFailure(error))
      }
    }
    if (skipped.targets.length > 0) return UNAVAILABLE_STORE_RETRY_MS
  }
}

const SUBSCRIPTIONS_PER_PAGE = 500

/** Starts due backups of all accounts whose plan includes them, and removes backups of accounts without such a plan. */
@Every('5m')
export class ScheduleBackups implements Job {
  constructor(
    private readonly rpc: RpcClient,
    private readonly plans: BackupPlans,
    private readonly runs: BackupRuns,
    private readonly clock: Clock,
    private readonly expiry: BackupExpiry,
  ) {}

  async run(): Promise<void> {
    if (!this.plans.isConfigured) return
    let after: string | null = null
    do {
      const subscriptions: SubscriptionView[] = await this.loadSubscriptions(after)
      const dueBackups = subscriptions.flatMap(subscription => this.listScheduledBackups(subscription))
      if (dueBackups.length > 0) await this.runs.createDueRuns(dueBackups, RunBackups)
      after = subscriptions.length === SUBSCRIPTIONS_PER_PAGE ? (subscriptions.at(-1)?.userId ?? null) : null
    } while (after !== null)
    await this.expiry.removeExpired()
  }

  private async loadSubscriptions(after: string | null): Promise<SubscriptionView[]> {
    return (await this.rpc.call(subscriptionsPage, { after, limit: SUBSCRIPTIONS_PER_PAGE }, system)).subscriptions
  }

  private listScheduledBackups(subscription: SubscriptionView): ScheduledBackup[] {
    const plan = this.plans.findBackupPlan(entitlementOf(subscription, this.clock.now()))
    return plan ? this.plans.listTargets(plan).map(target => ({ userId: subscription.userId, target, plan })) : []
  }
}
