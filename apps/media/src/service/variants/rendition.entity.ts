import type { Rendition as File, Renditions, ScaledSize } from '@daymark/contracts'
import { Column, Entity, PrimaryColumn } from 'typeorm'

export type RenditionStatus = 'processing' | 'ready' | 'failed' | 'removed'

/** The variants of every photo, and download sizes that were requested. */
export type Variants = Renditions & Partial<Record<ScaledSize, File>>

/** The stored files of a photo. `removed` is a tombstone: processing that ends later finds it and removes its files. */
@Entity('renditions')
export class Rendition {
  @PrimaryColumn('uuid') readonly photoId!: string
  @Column('uuid') ownerId!: string
  @Column('text') objectKey!: string
  @Column('text') status!: RenditionStatus
  @Column('int', { nullable: true }) width!: number | null
  @Column('int', { nullable: true }) height!: number | null
  @Column('jsonb', { nullable: true }) variants!: Variants | null
  @Column('timestamptz') changedAt!: Date
}
