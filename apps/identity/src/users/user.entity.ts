import {
  type AccountView,
  PLANS,
  type Role,
  type SubscriptionStatus,
  type Tier,
  type UserView,
} from '@daymark/contracts'
import { bigintColumn } from '@daymark/platform'
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm'

type NewUserValues = Pick<User, 'email' | 'displayName' | 'role' | 'tier' | 'passwordHash' | 'mustChangePassword'>

const NO_DELETION = { deletionDueAt: null, deletionByOwner: false, deletionReminded: false }

/** A user account, with copies of the plan from billing and of the used storage from library. */
@Entity('users')
export class User {
  @PrimaryGeneratedColumn('uuid') id!: string
  /** The email address as the user typed it, which is also the username (rule 30). Unique if case is ignored. */
  @Column('text') email!: string
  @Column('text', { nullable: true }) displayName!: string | null
  @Column('text') role!: Role
  @Column('text') passwordHash!: string
  @Column('boolean') mustChangePassword!: boolean
  /** True if the user is suspended or will be deleted. Sign-in is then rejected, and galleries are closed. */
  @Column('boolean') disabled!: boolean
  @Column('text', { nullable: true }) suspendedReason!: string | null
  /** The time at which the account is deleted, unless the deletion is canceled. Null: the account is not to be deleted. */
  @Column('timestamptz', { nullable: true }) deletionDueAt!: Date | null
  /** True if the owner requested the deletion and can cancel it. */
  @Column('boolean') deletionByOwner!: boolean
  /** True if the owner was reminded that the account will soon be deleted. */
  @Column('boolean') deletionReminded!: boolean
  /** True if the user was invited and has not chosen a password yet. */
  @Column('boolean') invited!: boolean
  @Column('text') tier!: Tier
  @Column('text') subscriptionStatus!: SubscriptionStatus
  @Column(bigintColumn) storageLimit!: number
  /** End of a canceled subscription. Null: the subscription is not canceled. */
  @Column('timestamptz', { nullable: true }) endDate!: Date | null
  @Column('timestamptz', { nullable: true }) pastDueSince!: Date | null
  @Column('int') planVersion!: number
  @Column(bigintColumn) storageUsed!: number
  @Column('int') usageVersion!: number
  /** The time zone that the user chose in the settings. Null: the time zone of the browser is used. */
  @Column('text', { nullable: true }) timeZone!: string | null
  /** The time zone that the browser of the user last sent. */
  @Column('text', { nullable: true }) browserZone!: string | null
  @Column('text', { nullable: true }) language!: string | null
  /** Mail topics that are on by default and were turned off. */
  @Column('text', { array: true }) mailsOff!: string[]
  /** Mail topics that are off by default and were turned on. */
  @Column('text', { array: true }) mailsOn!: string[]
  @Column('timestamptz', { nullable: true }) lastLogin!: Date | null
  /** Time of the last request of the user, updated at most once a minute. */
  @Column('timestamptz', { nullable: true }) lastSeenAt!: Date | null
  @Column('timestamptz') createdAt!: Date

  /** Creates a user with the plan that billing will publish for a new account (rule 6). */
  static create(values: NewUserValues, createdAt: Date): User {
    const { grantedStorageLimit: storageLimit } = PLANS[values.tier]
    const plan = { subscriptionStatus: 'active', storageLimit, endDate: null, pastDueSince: null, planVersion: 0 }
    const initialCopies = { ...plan, storageUsed: 0, usageVersion: 0 }
    const settings = { timeZone: null, language: null, mailsOff: [], mailsOn: [] }
    const state = { disabled: false, suspendedReason: null, invited: false, ...NO_DELETION }
    const times = { lastLogin: null, lastSeenAt: null, createdAt }
    return Object.assign(new User(), values, initialCopies, settings, state, times)
  }

  /** Suspends the user. Only an administrator can reactivate a suspended account; until then, the owner cannot cancel a deletion. */
  suspend(reason: string | null): void {
    this.disabled = true
    this.suspendedReason = reason
    this.deletionByOwner = false
  }
  /** Schedules the deletion of the account and closes it. A date that was set before stays unchanged. */
  scheduleDeletion(dueAt: Date, byOwner = false): void {
    this.disabled = true
    this.deletionDueAt ??= dueAt
    this.deletionByOwner = byOwner
  }
  reactivate(): void {
    this.disabled = false
    this.suspendedReason = null
    Object.assign(this, NO_DELETION)
  }

  /** True if the account will be deleted at the owner's request. A sign-in then opens no session, but offers to keep the account. */
  get isDeletionRequestedByOwner(): boolean {
    return this.deletionByOwner && this.deletionDueAt !== null
  }
  /** True if the user can neither sign in nor cancel the deletion. */
  get isBlocked(): boolean {
    return this.disabled && !this.isDeletionRequestedByOwner
  }

  setPassword(hash: string): void {
    this.passwordHash = hash
    this.mustChangePassword = false
    this.invited = false
  }
  setTemporaryPassword(hash: string): void {
    this.passwordHash = hash
    this.mustChangePassword = true
  }

  get state(): AccountView['state'] {
    if (this.deletionDueAt) return 'deleting'
    if (this.disabled) return 'suspended'
    return this.invited ? 'invited' : 'active'
  }

  /** Returns the account as administrators see it. */
  toAccountView(): AccountView {
    return {
      ...this.toView(),
      state: this.state,
      suspendedReason: this.suspendedReason,
      deletionDueAt: this.deletionDueAt?.toISOString() ?? null,
      deletionByOwner: this.isDeletionRequestedByOwner,
      lastSeenAt: this.lastSeenAt?.toISOString() ?? null,
    }
  }

  toView(): UserView {
    const { id, email, displayName, role, tier, subscriptionStatus, storageUsed, storageLimit } = this
    return {
      id,
      username: email,
      email,
      displayName,
      role,
      tier,
      subscriptionStatus,
      storageUsed,
      storageLimit,
      timeZone: this.timeZone,
      language: this.language,
      mustChangePassword: this.mustChangePassword,
      disabled: this.disabled,
      lastLogin: this.lastLogin?.toISOString() ?? null,
      createdAt: this.createdAt.toISOString(),
    }
  }
}
