import { z } from 'zod'
import { tier } from '../rules/plans.ts'

const backupPlan = z.object({ every_days: z.number(), keep: z.number(), offsite: z.boolean() })

const drill = z.object({
  at: z.string(),
  passed: z.boolean(),
  checked: z.number().describe('Number of files that were read back.'),
  damaged: z.array(z.string()).describe('Names of photos whose backup is damaged.'),
})
const restore = z.object({
  id: z.string(),
  backup_id: z.string(),
  backup_at: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  photos: z.number().nullable().describe('Number of missing photos. Null: not known yet.'),
  brought: z.number(),
  problem: z.string().nullable(),
})
const backup = z.object({ id: z.string(), at: z.string(), photos: z.number(), bytes: z.number(), offsite: z.boolean() })
export type Backup = z.infer<typeof backup>

/** `plan` null: the plan includes no backups. `configured` false: the installation has no backup store. */
export const backups = z.object({
  configured: z.boolean(),
  plan: backupPlan.nullable(),
  running: z.object({ copied: z.number(), total: z.number().nullable() }).nullable(),
  problem: z.string().nullable(),
  next_at: z.string().nullable(),
  drill: drill.nullable(),
  restore: restore.nullable(),
  backups: z.array(backup),
})
export type Backups = z.infer<typeof backups>
export const restoreBody = z.object({ backup_id: z.string().max(40) })

/** Facts for the Security page, from the configuration. */
export const backupFacts = z.object({
  configured: z.boolean(),
  plans: z.array(z.object({ tier, plan: backupPlan.nullable() })),
  drill: z
    .object({ at: z.string(), passed: z.boolean(), checked: z.number(), accounts: z.number() })
    .nullable()
    .describe('Result of the last verifications across all accounts.'),
})
export type BackupFacts = z.infer<typeof backupFacts>
