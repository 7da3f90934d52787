import type { SubscriptionStatus, Tier } from '@daymark/contracts'
import { Column, Entity, PrimaryColumn } from 'typeorm'
import { wholeNumber } from '../columns.ts'

/** Our copy of what billing announced: the newest version of a user's subscription. */
@Entity('plans')
export class Plan {
  @PrimaryColumn('uuid') readonly userId!: string
  @Column('text') tier!: Tier
  @Column('text') status!: SubscriptionStatus
  @Column({ type: 'bigint', transformer: wholeNumber }) storageLimit!: number
  @Column('timestamptz', { nullable: true }) endDate!: Date | null
  @Column('timestamptz', { nullable: true }) pastDueSince!: Date | null
  @Column('int') version!: number
}
