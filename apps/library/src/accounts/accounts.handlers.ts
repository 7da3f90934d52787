import { accountStatistics, type Actor, type Input, library, DAY_MS } from '@daymark/contracts'
import { Clock, Database, Handles, Plans, preparedStatement, RpcHandlers } from '@daymark/platform'
import { countUploadedSinceSql } from '../lists/stored-counts.ts'
import { Account } from './account.entity.ts'

type RecentActivity = {
  lastUpload: Date | null
  photosThisWeek: number
  photosThisMonth: number
  favoritePhotos: number
  totalTags: number
}

const SELECT_RECENT_ACTIVITY = preparedStatement(`
  SELECT
    (SELECT max(created_at) FROM photos WHERE owner_id = $1 AND deleted_at IS NULL) AS "lastUpload",
    ${countUploadedSinceSql('$2')} AS "photosThisWeek",
    ${countUploadedSinceSql('$3')} AS "photosThisMonth",
    coalesce((SELECT photo_count FROM albums WHERE owner_id = $1 AND is_favorites), 0) AS "favoritePhotos",
    (SELECT count(*)::int FROM tags WHERE owner_id = $1) AS "totalTags"`)

@RpcHandlers()
export class AccountHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
  ) {}

  /**
   * S-SUB-13..15: totals and recent activity of a library. "This week" and "this month" mean the last 7 and 30 days, because the service
   * does not know the user's time zone.
   */
  @Handles(library.getAnalytics)
  async getAnalytics(_input: object, { userId }: Actor) {
    const account = (await this.db.em.findOneBy(Account, { userId })) ?? Account.createEmpty(userId)
    const { lastUpload, ...activityCounts } = await this.readRecentActivity(userId)
    return {
      totalPhotos: account.photos,
      totalStorage: account.usedBytes,
      totalAlbums: account.albums,
      breakdown: account.breakdown,
      lastUpload: lastUpload?.toISOString() ?? null,
      ...activityCounts,
    }
  }

  private async readRecentActivity(userId: string): Promise<RecentActivity> {
    const daysAgo = (days: number) => new Date(this.clock.now().getTime() - days * DAY_MS)
    const [row] = await this.db.sql<RecentActivity>(SELECT_RECENT_ACTIVITY, [userId, daysAgo(7), daysAgo(30)])
    return row as RecentActivity // a SELECT without FROM returns exactly one row
  }

  /** Returns the storage use of any account. Only super admins may call it. */
  @Handles(accountStatistics.getUsage)
  async getUsage({ userId }: Input<typeof accountStatistics.getUsage>) {
    const account = (await this.db.em.findOneBy(Account, { userId })) ?? Account.createEmpty(userId)
    return { photos: account.photos, albums: account.albums, storageUsed: account.usedBytes }
  }

  /**
   * S-SUB-18: waits until this service has stored a version of the user's plan. The gateway calls this before it responds to a plan change,
   * so that the user's next request already uses the new plan. Throws SUBSCRIPTION_PENDING if the wait takes too long.
   */
  @Handles(library.awaitPlan)
  async awaitPlan({ userId, version }: Input<typeof library.awaitPlan>) {
    await this.plans.awaitVersion(userId, version)
    return { success: true as const }
  }
}
