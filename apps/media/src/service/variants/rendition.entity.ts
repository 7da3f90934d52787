import type { Rendition as File, Renditions, ScaledSize } from '@daymark/contracts'
import { Column, Entity, PrimaryColumn } from 'typeorm'

export type RenditionStatus = 'processing' | 'ready' | 'failed' | 'removed'

/** Those of every photo, and those that somebody wanted to download. */
export type Variants = Renditions & Partial<Record<ScaledSize, File>>

/** What exists for a photo. `removed` is a tombstone: work that finishes later finds it and leaves nothing. */
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
