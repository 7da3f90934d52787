import { setTimeout as delay } from 'node:timers/promises'
import { BackupPlans, BackupsConfig, backUpNow, summarizeUnfinishedBackups } from '@daymark/admin'
import { entitlementOf, type SubscriptionState } from '@daymark/contracts'
import { type Env, loadConfig, withDatabase } from '@daymark/platform'
import { UsageError } from '../services.ts'
import type { BackupLocation } from './location.ts'

type SubscriptionRow = SubscriptionState & { userId: string }

/**
 * Makes the running services back up one account, or all accounts whose plan includes backups. Returns when all backups are complete.
 * Throws as soon as an attempt fails; the admin service retries it later.
 */
export async function backUpAndWait(env: Env, { backups }: BackupLocation, account?: string): Promise<void> {
  const plans = new BackupPlans(loadConfig(BackupsConfig, env), backups)
  const users = await withDatabase(env, { service: 'identity' }, db =>
    db.sql<{ id: string }>('SELECT id FROM users WHERE $1::text IS NULL OR lower(email) = lower($1) OR id::text = $1', [
      account ?? null,
    ]),
  )
  const rows = await withDatabase(env, { service: 'billing' }, db =>
    db.sql<SubscriptionRow>(
      `SELECT user_id AS "userId", tier, status, storage_limit::float8 AS "storageLimit", end_date AS "endDate",
         past_due_since AS "pastDueSince" FROM subscriptions WHERE user_id = ANY ($1::uuid[])`,
      [users.map(({ id }) => id)],
    ),
  )
  const requests = rows.flatMap(row => {
    const plan = plans.findBackupPlan(entitlementOf(row, new Date()))
    if (!plan) return []
    const { keep, everyDays } = plan
    return plans.listTargets(plan).map(target => ({ userId: row.userId, target, keep, days: keep * everyDays }))
  })
  if (requests.length === 0) throw new UsageError('No such account with a plan that includes backups.')
  await withDatabase(env, { service: 'admin' }, async db => {
    const ids = await backUpNow(db, requests)
    console.log(`Creating ${ids.length} backups …`)
    for (
      let { unfinishedCount, error } = await summarizeUnfinishedBackups(db, ids);
      unfinishedCount > 0;
      { unfinishedCount, error } = await summarizeUnfinishedBackups(db, ids)
    ) {
      if (error) throw new UsageError(`${error} The backup will be retried.`)
      await delay(500)
    }
    console.log('Done.')
  })
}
