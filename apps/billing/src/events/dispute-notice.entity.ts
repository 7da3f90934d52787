import { bigintColumn } from '@daymark/platform'
import { Column, Entity, PrimaryColumn } from 'typeorm'

/** A refund or a dispute, as it was last read from the payment provider. */
@Entity('dispute_notices')
export class DisputeNotice {
  /** The id of the refunded charge or of the dispute at the payment provider. */
  @PrimaryColumn('text') id!: string
  @Column('text') kind!: 'refund' | 'dispute'
  @Column('uuid') userId!: string
  @Column('text') chargeId!: string
  /** The amount in the smallest unit of the currency, such as cents. */
  @Column(bigintColumn) amount!: number
  @Column('text') currency!: string
  @Column('text') status!: string
  @Column('text', { nullable: true }) reason!: string | null
  @Column('timestamptz') notedAt!: Date
  @Column('timestamptz') updatedAt!: Date
}
