import { errors, PLANS, type Entitlement, type Renditions } from '@daymark/contracts'
import { wholeNumber } from '@daymark/platform'
import { Column, Entity, PrimaryColumn } from 'typeorm'

/**
 * The counters of a user's library: number of photos and albums, and stored bytes. Every change updates them, so no request counts rows.
 * The row is also the lock of the library: every change locks it first (change-library.ts).
 */
@Entity('accounts')
export class Account {
  @PrimaryColumn('uuid') readonly userId!: string
  @Column('int') photos!: number
  @Column('int') albums!: number
  /** Number of uploads since the account was created. It is also the `number` of the newest photo. */
  @Column('int') uploads!: number
  @Column(wholeNumber) originals!: number
  @Column(wholeNumber) small!: number
  @Column(wholeNumber) medium!: number
  @Column(wholeNumber) large!: number
  /** Increases with every visible change of the library. */
  @Column('int') version!: number

  static empty(userId: string): Account {
    const emptyCounters = { photos: 0, albums: 0, uploads: 0, originals: 0, small: 0, medium: 0, large: 0, version: 0 }
    return Object.assign(new Account(), { userId, ...emptyCounters })
  }

  /** Used storage in bytes. Every screen and the API show this number (rule 7). */
  get used(): number {
    return this.originals + this.small + this.medium + this.large
  }

  get breakdown() {
    const { originals, small, medium, large } = this
    return { originals, small, medium, large }
  }

  /**
   * rule 8: throws QUOTA_EXCEEDED if `size` more bytes exceed the storage limit. Variants may take the account over the limit; Daymark then
   * rejects the next upload. `announced`: bytes of other uploads in progress.
   */
  assertWithinQuota(size: number, plan: Entitlement, announced = 0): void {
    if (this.used + announced + size > plan.storageLimit) throw errors.QUOTA_EXCEEDED()
  }
  /**
   * L-ROLE-04: throws ALBUM_LIMIT if the plan allows no further album. Favorites is not counted, and albums beyond the limit stay usable
   * after a downgrade (rule 9).
   */
  assertMayAddAlbum(plan: Entitlement): void {
    if (plan.albumLimit !== null && this.albums >= plan.albumLimit)
      throw errors.ALBUM_LIMIT({ plan: PLANS[plan.tier].name, limit: plan.albumLimit })
  }

  /** Counts a new photo. Returns its `number`. */
  photoAdded(size: number): number {
    this.photos += 1
    this.originals += size
    return ++this.uploads
  }
  variantsReplaced(before: Renditions | null, after: Renditions): void {
    this.small += after.sm.size - (before?.sm.size ?? 0)
    this.medium += after.md.size - (before?.md.size ?? 0)
    this.large += after.lg.size - (before?.lg.size ?? 0)
  }
  photosRemoved(photos: SizedFile[]): void {
    this.count(photos, -1)
  }
  photosRestored(photos: SizedFile[]): void {
    this.count(photos, 1)
  }

  /** Counts files that are not the current file of a photo. They use storage but are not counted as photos. */
  filesAdded(files: SizedFile[]): void {
    this.store(files, 1)
  }
  filesDropped(files: SizedFile[]): void {
    this.store(files, -1)
  }

  private count(photos: SizedFile[], sign: 1 | -1): void {
    this.photos += sign * photos.length
    this.store(photos, sign)
  }
  private store(files: SizedFile[], sign: 1 | -1): void {
    for (const { size, variants } of files) {
      this.originals += sign * size
      this.small += sign * (variants?.sm.size ?? 0)
      this.medium += sign * (variants?.md.size ?? 0)
      this.large += sign * (variants?.lg.size ?? 0)
    }
  }
}

type SizedFile = { size: number; variants: Renditions | null }
/** The bytes that a photo uses, including its variants. */
export const storedSizeOf = ({ size, variants }: SizedFile): number =>
  size + (variants ? variants.sm.size + variants.md.size + variants.lg.size : 0)
