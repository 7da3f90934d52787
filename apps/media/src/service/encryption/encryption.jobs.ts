import { MINUTE_MS } from '@daymark/contracts'
import { Clock, Database, Every, type Job, Logger, Plans } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { logSweep } from '../removal/sweep-orphans.job.ts'
import { EncryptPhoto, EncryptWatermarks } from './encrypt-objects.ts'
import { PlainObjects } from './plain-objects.ts'

/** Maximum duration of a run, shorter than the interval of the job. */
const MAX_RUN_MS = 50_000
/** Number of photos of one owner that are encrypted before photos of the next owner. */
const PHOTOS_PER_TURN = 20
/** Selects owners who have plain files and a paid plan. An index serves each condition. */
const FIND_OWNERS_TO_ENCRYPT = `
  SELECT user_id AS "ownerId" FROM plans WHERE tier <> 'starter' AND (
    EXISTS (SELECT FROM renditions WHERE owner_id = user_id AND status IN ('ready', 'failed') AND object_key NOT LIKE '%.dm1')
    OR EXISTS (SELECT FROM watermarked_files WHERE owner_id = user_id AND rendition ->> 'key' NOT LIKE '%.dm1')
    OR EXISTS (SELECT FROM watermarks WHERE owner_id = user_id AND image ->> 'key' NOT LIKE '%.dm1')
    OR EXISTS (SELECT FROM studio_logos WHERE owner_id = user_id AND logo ->> 'key' NOT LIKE '%.dm1'))`
const FIND_PHOTOS_TO_ENCRYPT = `
  SELECT photo_id AS "photoId" FROM renditions
  WHERE owner_id = $1 AND photo_id > $2 AND status IN ('ready', 'failed') AND object_key NOT LIKE '%.dm1' ORDER BY photo_id LIMIT $3`
const HAS_UPLOADS_IN_PROGRESS = `SELECT EXISTS (SELECT FROM renditions WHERE status = 'processing' AND changed_at > $1) AS busy`
const BEFORE_FIRST_PHOTO = '00000000-0000-0000-0000-000000000000'

type OwnerTurn = { ownerId: string; afterPhotoId: string }
/** Limits of one run. `deadline`: a time of performance.now; `encryptedCount`: number of photos that the run has encrypted. */
type RunBudget = { deadline: number; encryptedCount: number }

/**
 * rule 15: encrypts the stored files of accounts that have upgraded to a plan with encryption. Owners take turns. While uploads are being
 * processed, each run encrypts only one photo. The rows record the progress, so the next run continues where this one ended.
 */
@Every('1m')
export class EncryptStored implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
    private readonly storage: Storage,
    private readonly encryptPhoto: EncryptPhoto,
    private readonly watermarks: EncryptWatermarks,
    private readonly log: Logger,
  ) {}

  async run(): Promise<void> {
    const owners = await this.findEntitledOwners()
    if (owners.length > 0 && !this.storage.canEncrypt)
      return this.log.warn({ event: 'media.encryption-key-missing', accounts: owners.length, help: 'daymark doctor' })
    const budget = { deadline: performance.now() + MAX_RUN_MS, encryptedCount: 0 }
    let turns: OwnerTurn[] = owners.map(ownerId => ({ ownerId, afterPhotoId: BEFORE_FIRST_PHOTO }))
    while (turns.length > 0 && (await this.canContinue(budget))) {
      const nextTurns: OwnerTurn[] = []
      for (const turn of turns) nextTurns.push(...(await this.encryptBatch(turn, budget)))
      turns = nextTurns
    }
  }

  /** Encrypts the next files of an owner. Returns the owner's next turn, or nothing if all files are encrypted or the run must end. */
  private async encryptBatch({ ownerId, afterPhotoId }: OwnerTurn, budget: RunBudget): Promise<OwnerTurn[]> {
    const params = [ownerId, afterPhotoId, PHOTOS_PER_TURN]
    const photos = await this.db.sql<{ photoId: string }>(FIND_PHOTOS_TO_ENCRYPT, params)
    for (const { photoId } of photos) {
      if (!(await this.canContinue(budget))) return []
      await this.encryptPhoto
        .run(photoId)
        .catch(err => this.log.warn({ event: 'media.photo-not-encrypted', photoId, err }))
      budget.encryptedCount++
    }
    const hasMoreWatermarks = await this.watermarks.encryptBatch(ownerId)
    const lastPhotoId = photos.at(-1)?.photoId
    if (lastPhotoId === undefined && !hasMoreWatermarks) return []
    return [{ ownerId, afterPhotoId: lastPhotoId ?? afterPhotoId }]
  }

  private async canContinue({ deadline, encryptedCount }: RunBudget): Promise<boolean> {
    return encryptedCount === 0 || (performance.now() < deadline && !(await this.hasUploadsInProgress()))
  }

  private async findEntitledOwners(): Promise<string[]> {
    const owners: string[] = []
    for (const { ownerId } of await this.db.sql<{ ownerId: string }>(FIND_OWNERS_TO_ENCRYPT))
      if ((await this.plans.entitlementOf(ownerId)).features.includes('encryption_at_rest')) owners.push(ownerId)
    return owners
  }

  private async hasUploadsInProgress(): Promise<boolean> {
    const [row] = await this.db.sql<{ busy: boolean }>(HAS_UPLOADS_IN_PROGRESS, [
      new Date(this.clock.now().getTime() - MINUTE_MS),
    ])
    return row?.busy === true
  }
}

/** Deletes plain objects that were replaced by encrypted objects, after DAYMARK_MEDIA_DECRYPTED_CACHE_HOURS. */
@Every('1m')
export class RemovePlain implements Job {
  constructor(
    private readonly clock: Clock,
    private readonly plainObjects: PlainObjects,
    private readonly log: Logger,
  ) {}

  async run(): Promise<void> {
    logSweep(this.log, 'plain/', await this.plainObjects.sweep(this.clock.now()))
  }
}
