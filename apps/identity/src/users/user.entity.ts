import { PLANS, type Role, type SubscriptionStatus, type Tier, type UserView } from '@daymark/contracts'
import { wholeNumber } from '@daymark/platform'
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm'

type NewUser = Pick<User, 'email' | 'displayName' | 'role' | 'tier' | 'passwordHash' | 'mustChangePassword'>

/** A person who may sign in, with copies of what billing (plan) and library (usage) announced. */
@Entity('users')
export class User {
  @PrimaryGeneratedColumn('uuid') id!: string
  /** As typed; unique without regard to case. It is also the username (rule 30). */
  @Column('text') email!: string
  @Column('text', { nullable: true }) displayName!: string | null
  @Column('text') role!: Role
  @Column('text') passwordHash!: string
  @Column('boolean') mustChangePassword!: boolean
  @Column('boolean') disabled!: boolean
  @Column('text') tier!: Tier
  @Column('text') subscriptionStatus!: SubscriptionStatus
  @Column(wholeNumber) storageLimit!: number
  @Column('timestamptz', { nullable: true }) endDate!: Date | null
  @Column('timestamptz', { nullable: true }) pastDueSince!: Date | null
  @Column('int') planVersion!: number
  @Column(wholeNumber) storageUsed!: number
  @Column('int') usageVersion!: number
  /** Of the dates this person is shown; null: as the browser has them. */
  @Column('text', { nullable: true }) timeZone!: string | null
  @Column('text', { nullable: true }) language!: string | null
  /** Topics of mails that are not wanted. */
  @Column('text', { array: true }) mailsOff!: string[]
  @Column('timestamptz', { nullable: true }) lastLogin!: Date | null
  @Column('timestamptz') createdAt!: Date

  /** The plan shown until billing has announced the subscription is the one it will announce (rule 6). */
  static made(values: NewUser, at: Date): User {
    const { grantedStorageLimit: storageLimit } = PLANS[values.tier]
    const plan = { subscriptionStatus: 'active', storageLimit, endDate: null, pastDueSince: null, planVersion: 0 }
    const beforeEvents = { ...plan, storageUsed: 0, usageVersion: 0 }
    const chosen = { timeZone: null, language: null, mailsOff: [] }
    return Object.assign(new User(), values, beforeEvents, chosen, { disabled: false, lastLogin: null, createdAt: at })
  }

  choosePassword(hash: string): void {
    this.passwordHash = hash
    this.mustChangePassword = false
  }
  giveTemporaryPassword(hash: string): void {
    this.passwordHash = hash
    this.mustChangePassword = true
  }

  view(): UserView {
    const { id, email, displayName, role, tier, subscriptionStatus, storageUsed, storageLimit } = this
    return {
      ...{ id, username: email, email, displayName, role, tier, subscriptionStatus, storageUsed, storageLimit },
      timeZone: this.timeZone,
      language: this.language,
      mustChangePassword: this.mustChangePassword,
      disabled: this.disabled,
      lastLogin: this.lastLogin?.toISOString() ?? null,
      createdAt: this.createdAt.toISOString(),
    }
  }
}
