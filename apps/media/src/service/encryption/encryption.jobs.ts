import { Clock, Database, Every, type Job, Plans } from '@daymark/platform'
import { MediaLog } from '../log.ts'
import { EncryptPhoto } from './encrypt-photo.ts'
import { EncryptWatermarks } from './encrypt-watermarks.ts'
import { EncryptedCopies } from './encrypted-copies.ts'
import { PlainObjects } from './plain-objects.ts'

/** The maximum duration of a run, less than the interval of the job. */
const RUN_MS = 50_000
/** The number of photos that one owner gets encrypted before the next owner has a turn. */
const BATCH = 20
const MINUTE_MS = 60_000
/** Selects owners with plain files and a plan that may include encryption. Each condition has an index. */
const OWNERS = `
  SELECT user_id AS "ownerId" FROM plans WHERE tier <> 'starter' AND (
    EXISTS (SELECT FROM renditions WHERE owner_id = user_id AND status IN ('ready', 'failed') AND object_key NOT LIKE '%.dm1')
    OR EXISTS (SELECT FROM watermarked_files WHERE owner_id = user_id AND rendition ->> 'key' NOT LIKE '%.dm1')
    OR EXISTS (SELECT FROM watermarks WHERE owner_id = user_id AND image ->> 'key' NOT LIKE '%.dm1')
    OR EXISTS (SELECT FROM studio_logos WHERE owner_id = user_id AND logo ->> 'key' NOT LIKE '%.dm1'))`
const PHOTOS = `
  SELECT photo_id AS "photoId" FROM renditions
  WHERE owner_id = $1 AND photo_id > $2 AND status IN ('ready', 'failed') AND object_key NOT LIKE '%.dm1' ORDER BY photo_id LIMIT $3`
const BUSY = `SELECT EXISTS (SELECT FROM renditions WHERE status = 'processing' AND changed_at > $1) AS busy`
const FIRST_OWNER = '00000000-0000-0000-0000-000000000000'

type Turn = { ownerId: string; after: string }
type Budget = { until: number; done: number }

/**
 * rule 15: after an upgrade of the plan, encrypts the stored files of an account photo by photo. Owners take turns. While uploads are
 * processed, each run encrypts one photo only. The rows record the progress, so a killed process loses nothing.
 */
@Every('1m')
export class EncryptStored implements Job {
  // oxlint-disable-next-line max-params -- each parameter is injected by its type
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
    private readonly copies: EncryptedCopies,
    private readonly photo: EncryptPhoto,
    private readonly watermarks: EncryptWatermarks,
    private readonly log: MediaLog,
  ) {}

  async run(): Promise<void> {
    const owners = await this.entitled()
    if (owners.length > 0 && !this.copies.canEncrypt) return this.log.notEncrypted(owners.length)
    const budget = { until: performance.now() + RUN_MS, done: 0 }
    let turns: Turn[] = owners.map(ownerId => ({ ownerId, after: FIRST_OWNER }))
    while (turns.length > 0 && (await this.mayContinue(budget))) {
      const again: Turn[] = []
      for (const turn of turns) again.push(...(await this.encryptBatch(turn, budget)))
      turns = again
    }
  }

  /** Returns the owner's next turn, if any photos are left. */
  private async encryptBatch({ ownerId, after }: Turn, budget: Budget): Promise<Turn[]> {
    const photos = await this.db.sql<{ photoId: string }>(PHOTOS, [ownerId, after, BATCH])
    for (const { photoId } of photos) {
      if (!(await this.mayContinue(budget))) return []
      await this.photo.run(photoId).catch(error => this.log.photoNotEncrypted(photoId, error))
      budget.done++
    }
    const isMore = await this.watermarks.encryptBatch(ownerId)
    const last = photos.at(-1)?.photoId
    return last !== undefined || isMore ? [{ ownerId, after: last ?? after }] : []
  }

  private async mayContinue({ until, done }: Budget): Promise<boolean> {
    return done === 0 || (performance.now() < until && !(await this.isBusy()))
  }

  private async entitled(): Promise<string[]> {
    const owners: string[] = []
    for (const { ownerId } of await this.db.sql<{ ownerId: string }>(OWNERS))
      if ((await this.plans.of(ownerId)).features.includes('encryption_at_rest')) owners.push(ownerId)
    return owners
  }

  private async isBusy(): Promise<boolean> {
    const [row] = await this.db.sql<{ busy: boolean }>(BUSY, [new Date(this.clock.now().getTime() - MINUTE_MS)])
    return row?.busy === true
  }
}

/** Removes plain objects whose grace period is over. */
@Every('1m')
export class RemovePlain implements Job {
  constructor(
    private readonly clock: Clock,
    private readonly plain: PlainObjects,
    private readonly log: MediaLog,
  ) {}

  async run(): Promise<void> {
    this.log.swept('plain/', await this.plain.sweep(this.clock.now()))
  }
}
