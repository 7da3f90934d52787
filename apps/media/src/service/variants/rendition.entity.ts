import type { Rendition as StoredFile, Renditions, ScaledSize } from '@daymark/contracts'
import { Column, Entity, PrimaryColumn } from 'typeorm'

export type RenditionStatus = 'processing' | 'ready' | 'failed' | 'removed'

/** The three variants, and the download sizes that visitors have requested so far. */
export type RenditionFiles = Renditions & Partial<Record<ScaledSize, StoredFile>>

/**
 * The stored files of a photo. A row with the status `removed` is a tombstone: a process that still renders the photo finds it and deletes
 * the files.
 */
@Entity('renditions')
export class Rendition {
  @PrimaryColumn('uuid') readonly photoId!: string
  @Column('uuid') ownerId!: string
  @Column('text') objectKey!: string
  @Column('text') status!: RenditionStatus
  @Column('int', { nullable: true }) width!: number | null
  @Column('int', { nullable: true }) height!: number | null
  @Column('jsonb', { nullable: true }) variants!: RenditionFiles | null
  @Column('timestamptz') changedAt!: Date
}
