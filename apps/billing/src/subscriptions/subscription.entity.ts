import { gracePeriodEnd, PLANS, type SubscriptionStatus, type SubscriptionView, type Tier } from '@daymark/contracts'
import { bigintColumn } from '@daymark/platform'
import { Column, Entity, PrimaryColumn } from 'typeorm'
import type { ProviderState } from '../provider/provider-state.ts'

type PlanState = Pick<
  Subscription,
  'tier' | 'status' | 'storageLimit' | 'endDate' | 'pastDueSince' | 'cancelAtPeriodEnd' | 'providerId'
>

/** The plan of a user. Each change increases `version`, so that subscribers keep the newest plan. */
@Entity('subscriptions')
export class Subscription {
  @PrimaryColumn('uuid') userId!: string
  @Column('text') tier!: Tier
  @Column('text') status!: SubscriptionStatus
  @Column(bigintColumn) storageLimit!: number
  /** The time of the next renewal, or the end of the plan. */
  @Column('timestamptz', { nullable: true }) endDate!: Date | null
  @Column('timestamptz', { nullable: true }) pastDueSince!: Date | null
  @Column('boolean') cancelAtPeriodEnd!: boolean
  /**
   * The time at which the limits of the plan change without another event. Null: there is no such time, or the change is published already.
   */
  @Column('timestamptz', { nullable: true }) lapsesAt!: Date | null
  /** The ids of the customer, the subscription and the last opened checkout session at the payment provider. */
  @Column('text', { nullable: true }) customerId!: string | null
  @Column('text', { nullable: true }) providerId!: string | null
  @Column('text', { nullable: true }) checkoutId!: string | null
  /** Increases with each saved response of the payment provider, so that an older response never replaces a newer one. */
  @Column('int') readVersion!: number
  /**
   * `deletionPending` is true if the account waits for deletion, and `deletionVersion` is the version of that state. `endsByDeletion` is
   * true if the plan was canceled only because of the deletion.
   */
  @Column('boolean') deletionPending!: boolean
  @Column('double precision') deletionVersion!: number
  @Column('boolean') endsByDeletion!: boolean
  @Column('int') version!: number
  @Column('timestamptz') createdAt!: Date
  @Column('timestamptz') updatedAt!: Date

  /** Creates the plan of a new account, with the storage of granted plans, because administrators create all accounts (rules 6, 29). */
  static createGranted(userId: string, tier: Tier, now: Date): Subscription {
    const { grantedStorageLimit: storageLimit } = PLANS[tier]
    const providerValues = { customerId: null, checkoutId: null, readVersion: 0, lapsesAt: null }
    const deletionValues = { deletionPending: false, deletionVersion: 0, endsByDeletion: false }
    return Object.assign(
      new Subscription(),
      { userId, version: 1, createdAt: now, updatedAt: now },
      { ...createActivePlan(tier), storageLimit },
      providerValues,
      deletionValues,
    )
  }

  /** True if the payment provider charges the plan. The plan is then changed and canceled at the provider. */
  get managed(): boolean {
    return this.providerId !== null && this.status !== 'canceled'
  }

  /** Changes the plan in test mode, with the storage of a bought plan (rule 6). Returns true if anything changed. */
  switchTier(tier: Tier, now: Date): boolean {
    if (this.tier === tier && this.status === 'active') return false
    return this.update({ ...createActivePlan(tier), storageLimit: PLANS[tier].storageLimit }, now)
  }

  /** Changes to a plan that an administrator grants without payment. Returns true if anything changed. */
  grant(tier: Tier, storageLimit: number, now: Date): boolean {
    return this.update({ ...createActivePlan(tier), storageLimit }, now)
  }

  /**
   * Applies the state of the subscription at the payment provider, and returns true if anything changed. If `state` is undefined, there is no
   * subscription: a bought plan ends, and a granted plan remains.
   */
  applyProviderState(state: ProviderState | undefined, now: Date): boolean {
    if (!state) return this.managed && this.endPlan(now)
    const pastDueSince = state.status === 'past_due' ? (this.pastDueSince ?? now) : null
    return this.update({ ...state, pastDueSince, storageLimit: PLANS[state.tier].storageLimit }, now)
  }

  /** Removes a customer that was deleted at the payment provider, and ends a bought plan. The next purchase creates a new customer. */
  forgetCustomer(now: Date): void {
    this.customerId = null
    this.checkoutId = null
    if (!(this.managed && this.endPlan(now))) this.recordChange(now)
  }

  /**
   * Applies whether the account waits for deletion. An older version has no effect, because events may arrive in any order and more than
   * once.
   */
  applyDeletionState(version: number, deletionPending: boolean): void {
    if (version <= this.deletionVersion) return
    this.deletionPending = deletionPending
    this.deletionVersion = version
  }

  /**
   * Applies the end of a grace period or a paid period, so that other services apply the new limits (rule 10). Returns true if anything
   * changed.
   */
  applyElapsedTime(now: Date): boolean {
    if (!this.lapsesAt || this.lapsesAt > now) return false
    if (this.cancelAtPeriodEnd && this.status !== 'past_due')
      return this.update({ status: 'canceled', cancelAtPeriodEnd: false }, now)
    this.lapsesAt = null
    return this.recordChange(now)
  }

  toView(): SubscriptionView {
    const { userId, tier, status, storageLimit, version, cancelAtPeriodEnd, managed } = this
    return {
      userId,
      tier,
      status,
      storageLimit,
      version,
      cancelAtPeriodEnd,
      managed,
      endDate: this.endDate?.toISOString() ?? null,
      pastDueSince: this.pastDueSince?.toISOString() ?? null,
    }
  }

  private endPlan(now: Date): boolean {
    return this.update({ status: 'canceled', cancelAtPeriodEnd: false, pastDueSince: null, endDate: now }, now)
  }

  private update(next: Partial<PlanState>, now: Date): boolean {
    const before = JSON.stringify(this.toView())
    Object.assign(this, next)
    return JSON.stringify(this.toView()) !== before && this.recordChange(now)
  }

  private recordChange(now: Date): true {
    this.lapsesAt = this.computeLapseTime(now)
    this.version += 1
    this.updatedAt = now
    return true
  }

  private computeLapseTime(now: Date): Date | null {
    // the end date may be in the past, because the status must still change to canceled
    if (this.cancelAtPeriodEnd && this.status !== 'past_due') return this.endDate
    const end = this.status === 'canceled' ? this.endDate : gracePeriodEnd(this)
    // the end of a period in the past is published by this change
    return end && end > now ? end : null
  }
}

const createActivePlan = (tier: Tier): Omit<PlanState, 'storageLimit'> => ({
  tier,
  status: 'active',
  endDate: null,
  pastDueSince: null,
  cancelAtPeriodEnd: false,
  providerId: null,
})
