import { z } from 'zod'
import { archivedObject, archivedRow } from '../every-service/archive.ts'
import { subscriptionView } from '../billing/subscriptions.ts'
import { successOutput, id, isoTime, rpc, systemRpc, superAdminRpc } from '../define.ts'
import { tier } from '../../rules/plans.ts'

/** Backup stores: the regular one, and the off-site one for plans that include it (rule 15). */
const BACKUP_TARGETS = ['backup', 'offsite'] as const
const backupTarget = z.enum(BACKUP_TARGETS)
export type BackupTarget = (typeof BACKUP_TARGETS)[number]

/** Maximum number of objects in one call to the media service. */
export const MAX_BACKUP_OBJECTS_PER_CALL = 200
/** `full`: the store has no space left. `away`: the store cannot be reached. */
const failedObject = z.object({ sha256: z.string(), reason: z.enum(['missing', 'damaged', 'full', 'away']) })
export type FailedObject = z.infer<typeof failedObject>

/** Copying of the files of backups, in the media service. Only the actor `system` may make these calls. */
export const backupObjects = {
  /**
   * `copy`: copies objects from the photo store to the backup store. `restore`: copies objects back, under the given keys. `verify`: reads
   * the objects of the backup and compares their hashes. After about two seconds, returns the finished objects; the caller repeats the call
   * with the remaining objects.
   */
  process: systemRpc(
    'media.backups.process',
    z.object({
      what: z.enum(['copy', 'restore', 'verify']),
      target: backupTarget,
      userId: id,
      objects: z.array(archivedObject).max(MAX_BACKUP_OBJECTS_PER_CALL),
    }),
    z.object({
      done: z.array(z.string()).describe('SHA-256 of finished files; keys of restored objects.'),
      failed: z.array(failedObject),
    }),
  ),
}

/** A page of all subscriptions, ordered by account id, for the schedule of backups. Only the actor `system` may call it. */
export const subscriptionsPage = systemRpc(
  'billing.subscriptions.list',
  z.object({ after: id.nullable(), limit: z.number().int().min(1).max(1000) }),
  z.object({ subscriptions: z.array(subscriptionView) }),
)

const restoredAlbum = z.object({ from: id, to: id })

/**
 * Restores photos and albums that a backup contains and the library does not. They get new ids, so that links to and events of the deleted
 * photos and albums do not affect them. Rows are staged in a separate table until `apply`. Only the actor `system` may make these calls.
 */
export const libraryRestores = {
  stage: systemRpc(
    'library.restores.stage',
    z.object({ restoreId: id, userId: id, rows: z.array(archivedRow).max(5000) }),
    successOutput,
  ),
  /** Returns a page of the missing files, with the keys under which the caller must store them. */
  listMissingFiles: systemRpc(
    'library.restores.wanted',
    z.object({ restoreId: id, userId: id, after: id.nullable(), limit: z.number().int().min(1).max(1000) }),
    z.object({ photos: z.number().int(), objects: z.array(archivedObject), after: id.nullable() }),
  ),
  /** Removes staged photos and earlier versions whose originals cannot be restored. Repeating the call has no effect. */
  skipPhotos: systemRpc(
    'library.restores.skip',
    z.object({ restoreId: id, userId: id, sha256s: z.array(z.string()).max(5000) }),
    successOutput,
  ),
  /** Adds the staged rows to the library. Repeating the call continues the work. `photos`: number of photos restored so far. */
  apply: systemRpc(
    'library.restores.apply',
    z.object({ restoreId: id, userId: id }),
    z.object({
      photos: z.number().int(),
      more: z.boolean().describe('True if rows remain because the time of one call is limited. Call again.'),
    }),
  ),
  /** Returns the albums restored by `apply`, each with its id in the backup (`from`) and its new id (`to`), ordered by `from`. */
  listAlbums: systemRpc(
    'library.restores.albums',
    z.object({ restoreId: id, userId: id, after: id.nullable(), limit: z.number().int().min(1).max(5000) }),
    z.object({ albums: z.array(restoredAlbum).max(5000) }),
  ),
  /** Removes the staged rows. */
  discardStagedRows: systemRpc('library.restores.forget', z.object({ userId: id }), successOutput),
}
export const sharingRestores = {
  /** Restores deleted links, including those of albums that were restored under a new id. The restored links are revoked. */
  restoreLinks: systemRpc(
    'sharing.restores.links',
    z.object({
      userId: id,
      rows: z.array(archivedRow).max(5000),
      albums: z.array(restoredAlbum).max(5000).describe('Includes every album that the rows reference.'),
    }),
    z.object({ links: z.number().int() }),
  ),
}

/** Interval between backups of a plan, and number of retained backups. */
export const backupPlan = z.object({
  everyDays: z.number(),
  keep: z.number().int(),
  offsite: z.boolean().describe('Whether a second copy is stored off-site.'),
})
export type BackupPlan = z.infer<typeof backupPlan>

const drillView = z.object({
  at: isoTime,
  passed: z.boolean(),
  checked: z.number().int().describe('Number of files that were read back.'),
  damaged: z.array(z.string()).max(20).describe('Names of photos whose backup is damaged.'),
})
const restoreView = z.object({
  id,
  backupId: id,
  backupAt: isoTime,
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  startedAt: isoTime,
  finishedAt: isoTime.nullable(),
  photos: z.number().int().nullable().describe('Number of missing photos. Null: not known yet.'),
  brought: z.number().int().describe('Number of photos restored so far.'),
  problem: z.string().nullable(),
})
const backupView = z.object({
  id,
  at: isoTime,
  photos: z.number().int(),
  bytes: z.number(),
  offsite: z.boolean(),
})
const backupsView = z.object({
  configured: z.boolean().describe('Whether this installation has a backup store.'),
  plan: backupPlan.nullable().describe('Null: the plan includes no backups.'),
  running: z.object({ copied: z.number().int(), total: z.number().int().nullable() }).nullable(),
  problem: z.string().nullable().describe('Reason for the failure of the last attempt.'),
  nextAt: isoTime.nullable(),
  drill: drillView.nullable(),
  restore: restoreView.nullable().describe('The most recent restore.'),
  backups: z.array(backupView).max(200).describe('Newest first.'),
})
export type BackupsView = z.infer<typeof backupsView>

/** Configuration of backups and the last verification, for the public Security page. */
export const backupFacts = z.object({
  configured: z.boolean(),
  plans: z.array(z.object({ tier, plan: backupPlan.nullable() })),
  drill: z
    .object({ at: isoTime, passed: z.boolean(), checked: z.number().int(), accounts: z.number().int() })
    .nullable()
    .describe('Summary of the last verification of each backup. `at`: time of the most recent one.'),
})
export type BackupFacts = z.infer<typeof backupFacts>

export const backups = {
  /** Returns the backups of the caller. */
  get: rpc('admin.backups.get', z.object({}), backupsView),
  /** Starts a restore in the background. Throws NOT_FOUND for an unknown backup; CONFLICT if another restore is running. */
  restore: rpc('admin.backups.restore', z.object({ backupId: z.string() }), backupsView),
  /** Returns the facts that the public Security page shows. Needs no user. */
  getFacts: rpc('admin.backups.facts', z.object({}), backupFacts),
  /** Returns the state of the backups of all accounts, with their problems, newest first. Only for super_admin. */
  getSummary: superAdminRpc(
    'admin.backups.problems',
    z.object({}),
    z.object({
      configured: z.boolean(),
      accounts: z.number().int().describe('Number of accounts that have a backup.'),
      late: z.number().int().describe('Number of accounts whose newest backup is too old.'),
      failing: z.number().int().optional().describe('Number of accounts whose last backup failed.'),
      damaged: z.number().int().optional().describe('Number of accounts whose last verification found damage.'),
      running: z.number().int().optional().describe('Number of backups that are running or queued.'),
      newestAt: isoTime.nullable().optional().describe('Time of the newest completed backup.'),
      drill: backupFacts.shape.drill.optional(),
      problems: z.array(z.object({ userId: id, target: backupTarget, at: isoTime, reason: z.string() })).max(50),
    }),
  ),
}
