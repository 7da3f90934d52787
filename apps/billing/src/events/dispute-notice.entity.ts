import { wholeNumber } from '@daymark/platform'
import { Column, Entity, PrimaryColumn } from 'typeorm'

/** A refund or a dispute as last read from the provider. */
@Entity('dispute_notices')
export class DisputeNotice {
  /** The provider's id of the refunded charge, or of the dispute. */
  @PrimaryColumn('text') id!: string
  @Column('text') kind!: 'refund' | 'dispute'
  @Column('uuid') userId!: string
  @Column('text') chargeId!: string
  /** In the smallest unit of the currency. */
  @Column(wholeNumber) amount!: number
  @Column('text') currency!: string
  @Column('text') status!: string
  @Column('text', { nullable: true }) reason!: string | null
  @Column('timestamptz') notedAt!: Date
  @Column('timestamptz') updatedAt!: Date
}
