import { gracePeriodEnd, PLANS, type SubscriptionStatus, type SubscriptionView, type Tier } from '@daymark/contracts'
import { wholeNumber } from '@daymark/platform'
import { Column, Entity, PrimaryColumn } from 'typeorm'
import type { ProviderState } from '../provider/provider-state.ts'

type PlanState = Pick<
  Subscription,
  'tier' | 'status' | 'storageLimit' | 'endDate' | 'pastDueSince' | 'cancelAtPeriodEnd' | 'providerId'
>

/** The plan of a user. `version` grows with every change; subscribers keep the newest. */
@Entity('subscriptions')
export class Subscription {
  @PrimaryColumn('uuid') userId!: string
  @Column('text') tier!: Tier
  @Column('text') status!: SubscriptionStatus
  @Column(wholeNumber) storageLimit!: number
  /** Next renewal, or the end of the plan. */
  @Column('timestamptz', { nullable: true }) endDate!: Date | null
  @Column('timestamptz', { nullable: true }) pastDueSince!: Date | null
  @Column('boolean') cancelAtPeriodEnd!: boolean
  /** Time at which the entitlement changes without an event. Null: none, or already published. */
  @Column('timestamptz', { nullable: true }) lapsesAt!: Date | null
  /** Ids at the card provider: customer, subscription and the checkout session that was opened last. */
  @Column('text', { nullable: true }) customerId!: string | null
  @Column('text', { nullable: true }) providerId!: string | null
  @Column('text', { nullable: true }) checkoutId!: string | null
  /** Grows with each stored response of the provider, so that an older response never replaces a newer one. */
  @Column('int') readVersion!: number
  /** The account waits for deletion, as of `deletionVersion`. `endsByDeletion`: the plan was cancelled only for that reason. */
  @Column('boolean') deletionPending!: boolean
  @Column('double precision') deletionVersion!: number
  @Column('boolean') endsByDeletion!: boolean
  @Column('int') version!: number
  @Column('timestamptz') createdAt!: Date
  @Column('timestamptz') updatedAt!: Date

  /** Administrators create all accounts, with the storage of granted plans (rules 6, 29). */
  static createGranted(userId: string, tier: Tier, at: Date): Subscription {
    const { grantedStorageLimit: storageLimit } = PLANS[tier]
    const notAtProvider = { customerId: null, checkoutId: null, readVersion: 0, lapsesAt: null }
    const notDeleted = { deletionPending: false, deletionVersion: 0, endsByDeletion: false }
    return Object.assign(
      new Subscription(),
      { userId, version: 1, createdAt: at, updatedAt: at },
      { ...activePlan(tier), storageLimit },
      notAtProvider,
      notDeleted,
    )
  }

  /** Whether the card provider charges the plan, so that it is changed and cancelled there. */
  get managed(): boolean {
    return this.providerId !== null && this.status !== 'canceled'
  }

  /**
   * Changes the plan in test mode, with the storage of a bought plan (rule 6). Returns whether anything changed, like the following
   * methods.
   */
  switchTier(tier: Tier, at: Date): boolean {
    if (this.tier === tier && this.status === 'active') return false
    return this.update({ ...activePlan(tier), storageLimit: PLANS[tier].storageLimit }, at)
  }

  /** Granted by an administrator without payment. */
  grant(tier: Tier, storageLimit: number, at: Date): boolean {
    return this.update({ ...activePlan(tier), storageLimit }, at)
  }

  /** Stores the state at the provider. Undefined: no subscription there, so that a bought plan ends and a granted plan remains. */
  applyProviderState(state: ProviderState | undefined, at: Date): boolean {
    if (!state) return this.managed && this.endPlan(at)
    const pastDueSince = state.status === 'past_due' ? (this.pastDueSince ?? at) : null
    return this.update({ ...state, pastDueSince, storageLimit: PLANS[state.tier].storageLimit }, at)
  }

  /** Called if the customer was deleted at the provider. The next purchase creates a new customer. */
  forgetCustomer(at: Date): void {
    this.customerId = null
    this.checkoutId = null
    if (!(this.managed && this.endPlan(at))) this.recordChange(at)
  }

  /** Events may arrive in any order and more than once. */
  applyDeletionState(version: number, deletionPending: boolean): void {
    if (version <= this.deletionVersion) return
    this.deletionPending = deletionPending
    this.deletionVersion = version
  }

  /** Publishes the end of a grace or paid period, so that other services apply the new limits (rule 10). */
  applyElapsedTime(at: Date): boolean {
    if (!this.lapsesAt || this.lapsesAt > at) return false
    if (this.cancelAtPeriodEnd && this.status !== 'past_due')
      return this.update({ status: 'canceled', cancelAtPeriodEnd: false }, at)
    this.lapsesAt = null
    return this.recordChange(at)
  }

  view(): SubscriptionView {
    const { userId, tier, status, storageLimit, version, cancelAtPeriodEnd, managed } = this
    return {
      ...{ userId, tier, status, storageLimit, version, cancelAtPeriodEnd, managed },
      endDate: this.endDate?.toISOString() ?? null,
      pastDueSince: this.pastDueSince?.toISOString() ?? null,
    }
  }

  private endPlan(at: Date): boolean {
    return this.update({ status: 'canceled', cancelAtPeriodEnd: false, pastDueSince: null, endDate: at }, at)
  }

  private update(next: Partial<PlanState>, at: Date): boolean {
    const before = JSON.stringify(this.view())
    Object.assign(this, next)
    return JSON.stringify(this.view()) !== before && this.recordChange(at)
  }

  private recordChange(at: Date): true {
    this.lapsesAt = this.findNextLapse(at)
    this.version += 1
    this.updatedAt = at
    return true
  }

  private findNextLapse(at: Date): Date | null {
    // may be in the past, because the status must still change to canceled
    if (this.cancelAtPeriodEnd && this.status !== 'past_due') return this.endDate
    const end = this.status === 'canceled' ? this.endDate : gracePeriodEnd(this)
    // a period that has ended is published with this change
    return end && end > at ? end : null
  }
}

const activePlan = (tier: Tier): Omit<PlanState, 'storageLimit'> => ({
  tier,
  status: 'active',
  endDate: null,
  pastDueSince: null,
  cancelAtPeriodEnd: false,
  providerId: null,
})
