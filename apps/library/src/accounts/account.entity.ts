import { errors, PLANS, type Entitlement, type Renditions } from '@daymark/contracts'
import { bigintColumn } from '@daymark/platform'
import { Column, Entity, PrimaryColumn } from 'typeorm'

/**
 * Counters of a user's library: photos, albums and stored bytes. Each change of the library updates them, so no request has to count rows.
 * Each change locks this row first (change-library.ts), so that two changes of one library cannot run concurrently.
 */
@Entity('accounts')
export class Account {
  @PrimaryColumn('uuid') readonly userId!: string
  @Column('int') photos!: number
  /** Number of albums, not counting the album Favorites. */
  @Column('int') albums!: number
  /** Number of photos that were added since the account was created. Equals the `number` of the photo added last. */
  @Column('int') uploads!: number
  /** Stored bytes of originals. The next three columns are the stored bytes of `sm`, `md` and `lg` variants. */
  @Column(bigintColumn) originals!: number
  @Column(bigintColumn) small!: number
  @Column(bigintColumn) medium!: number
  @Column(bigintColumn) large!: number
  /** Increases with every visible change of the library. */
  @Column('int') version!: number

  static createEmpty(userId: string): Account {
    const emptyCounters = { photos: 0, albums: 0, uploads: 0, originals: 0, small: 0, medium: 0, large: 0, version: 0 }
    return Object.assign(new Account(), { userId, ...emptyCounters })
  }

  /** Used storage in bytes, as shown on all screens and in the API (rule 7). */
  get usedBytes(): number {
    return this.originals + this.small + this.medium + this.large
  }

  get breakdown() {
    const { originals, small, medium, large } = this
    return { originals, small, medium, large }
  }

  /**
   * rule 8: throws QUOTA_EXCEEDED if `size` more bytes would exceed the storage limit. `bytesInProgress`, the bytes of other uploads in
   * progress, count as used. Variants, which are rendered later, may exceed the limit; the next upload is then rejected.
   */
  assertWithinQuota(size: number, plan: Entitlement, bytesInProgress = 0): void {
    if (this.usedBytes + bytesInProgress + size > plan.storageLimit) throw errors.QUOTA_EXCEEDED()
  }
  /**
   * L-ROLE-04: throws ALBUM_LIMIT if the plan allows no more albums. Favorites does not count. After a downgrade, albums beyond the limit
   * can still be used (rule 9).
   */
  assertMayAddAlbum(plan: Entitlement): void {
    if (plan.albumLimit !== null && this.albums >= plan.albumLimit)
      throw errors.ALBUM_LIMIT({ plan: PLANS[plan.tier].name, limit: plan.albumLimit })
  }

  /** Counts a new photo and returns its `number`. */
  addNewPhoto(size: number): number {
    this.photos += 1
    this.originals += size
    return ++this.uploads
  }
  replaceVariantSizes(before: Renditions | null, after: Renditions): void {
    this.small += after.sm.size - (before?.sm.size ?? 0)
    this.medium += after.md.size - (before?.md.size ?? 0)
    this.large += after.lg.size - (before?.lg.size ?? 0)
  }
  subtractPhotos(photos: SizedFile[]): void {
    this.changePhotoCount(photos, -1)
  }
  addRestoredPhotos(photos: SizedFile[]): void {
    this.changePhotoCount(photos, 1)
  }

  /**
   * Adds the bytes of files that use storage but do not count as photos: earlier versions, pending replacements and pending guest files.
   */
  addFileSizes(files: SizedFile[]): void {
    this.changeStoredBytes(files, 1)
  }
  subtractFileSizes(files: SizedFile[]): void {
    this.changeStoredBytes(files, -1)
  }

  private changePhotoCount(photos: SizedFile[], sign: 1 | -1): void {
    this.photos += sign * photos.length
    this.changeStoredBytes(photos, sign)
  }
  private changeStoredBytes(files: SizedFile[], sign: 1 | -1): void {
    for (const { size, variants } of files) {
      this.originals += sign * size
      this.small += sign * (variants?.sm.size ?? 0)
      this.medium += sign * (variants?.md.size ?? 0)
      this.large += sign * (variants?.lg.size ?? 0)
    }
  }
}

type SizedFile = { size: number; variants: Renditions | null }
/** Stored bytes of a file including its variants. */
export const storedSizeOf = ({ size, variants }: SizedFile): number =>
  size + (variants ? variants.sm.size + variants.md.size + variants.lg.size : 0)
