import { entitlementOf, subscriptionsPage, type SubscriptionView, system } from '@daymark/contracts'
import { Clock, Every, type Job, RpcClient } from '@daymark/platform'
import { BackupLog } from '../log.ts'
import { BackupPlans } from '../plans.ts'
import { BackupRun } from './backup-run.ts'
import { Expiry } from './expiry.ts'
import { type Due, Runs } from './runs.ts'

/** Works on pending backups in turns, so that a large account does not block others. */
@Every('3s')
export class RunBackups implements Job {
  constructor(
    private readonly runs: Runs,
    private readonly backup: BackupRun,
    private readonly expiry: Expiry,
    private readonly log: BackupLog,
  ) {}

  async run(ending?: AbortSignal): Promise<void> {
    const except = { runs: [] as string[], targets: [] as string[] }
    for (let run = await this.runs.next(except); run && !ending?.aborted; run = await this.runs.next(except)) {
      try {
        if (await this.backup.turn(run, ending)) await this.expiry.run(run)
      } catch (error) {
        if (ending?.aborted) return
        except.runs.push(run.id)
        // an unavailable store does not block the other
        if (!(await this.backup.answers(run.target))) except.targets.push(run.target)
        await this.runs.failed(run, this.log.runFailed(run, error))
      }
    }
  }
}

const PAGE = 500

/** Starts due backups of all accounts whose plan includes them, and removes backups of accounts without such a plan. */
@Every('5m')
export class ScheduleBackups implements Job {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly rpc: RpcClient,
    private readonly plans: BackupPlans,
    private readonly runs: Runs,
    private readonly clock: Clock,
    private readonly expiry: Expiry,
  ) {}

  async run(): Promise<void> {
    if (!this.plans.configured) return
    let after: string | null = null
    do {
      const subscriptions: SubscriptionView[] = await this.page(after)
      const due = subscriptions.flatMap(subscription => this.dueOf(subscription))
      if (due.length > 0) await this.runs.open(due)
      after = subscriptions.length === PAGE ? (subscriptions.at(-1)?.userId ?? null) : null
    } while (after !== null)
    await this.expiry.ended()
  }

  private async page(after: string | null): Promise<SubscriptionView[]> {
    return (await this.rpc.call(subscriptionsPage, { after, limit: PAGE }, system)).subscriptions
  }

  private dueOf(subscription: SubscriptionView): Due[] {
    const plan = this.plans.of(entitlementOf(subscription, this.clock.now()))
    return plan ? this.plans.targetsOf(plan).map(target => ({ userId: subscription.userId, target, plan })) : []
  }
}
