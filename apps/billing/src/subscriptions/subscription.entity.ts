import { PLANS, type SubscriptionStatus, type SubscriptionView, type Tier } from '@daymark/contracts'
import { wholeNumber } from '@daymark/platform'
import { Column, Entity, PrimaryColumn } from 'typeorm'

/** What a user may use. One for each; `version` grows with every change, so that listeners keep the newest. */
@Entity('subscriptions')
export class Subscription {
  @PrimaryColumn('uuid') userId!: string
  @Column('text') tier!: Tier
  @Column('text') status!: SubscriptionStatus
  @Column(wholeNumber) storageLimit!: number
  @Column('timestamptz', { nullable: true }) endDate!: Date | null
  @Column('timestamptz', { nullable: true }) pastDueSince!: Date | null
  @Column('int') version!: number
  @Column('timestamptz') createdAt!: Date
  @Column('timestamptz') updatedAt!: Date

  /** There is no sign-up: every account is made by the administration, and its figures apply (rules 6, 29). */
  static granted(userId: string, tier: Tier, at: Date): Subscription {
    const paid = { status: 'active', endDate: null, pastDueSince: null }
    const { grantedStorageLimit: storageLimit } = PLANS[tier]
    return Object.assign(
      new Subscription(),
      { userId, tier, storageLimit, version: 1, createdAt: at, updatedAt: at },
      paid,
    )
  }

  /** Answers whether anything changed. What is bought has the bought storage, also where more or less was granted. */
  switchTo(tier: Tier, at: Date): boolean {
    if (this.tier === tier && this.status === 'active') return false
    const { storageLimit } = PLANS[tier]
    const version = this.version + 1
    Object.assign(this, {
      tier,
      storageLimit,
      version,
      status: 'active',
      endDate: null,
      pastDueSince: null,
      updatedAt: at,
    })
    return true
  }

  view(): SubscriptionView {
    const { userId, tier, status, storageLimit, version } = this
    return {
      ...{ userId, tier, status, storageLimit, version },
      endDate: this.endDate?.toISOString() ?? null,
      pastDueSince: this.pastDueSince?.toISOString() ?? null,
    }
  }
}
