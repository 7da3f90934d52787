import { MAX_TAG_LABEL_LENGTH } from '@daymark/contracts'
import { Column, Entity, PrimaryColumn } from 'typeorm'
import { cleanLine, assertNotEmpty } from '../input.ts'

@Entity('tags')
export class Tag {
  @PrimaryColumn('uuid', { default: () => 'uuidv7()' }) readonly id!: string
  @Column('uuid') ownerId!: string
  @Column('text') label!: string
  /** The label in lower case, unique for each owner, so that labels are unique regardless of case (rule 24). */
  @Column('text') labelKey!: string
  @Column('int') usageCount!: number
  @Column('timestamptz') createdAt!: Date

  static create(ownerId: string, label: string, now: Date): Tag {
    const tag = Object.assign(new Tag(), { ownerId, usageCount: 0, createdAt: now })
    tag.rename(label)
    return tag
  }
  rename(label: string): void {
    this.label = cleanLabel(label)
    this.labelKey = toLabelKey(this.label)
  }
  toView() {
    const { id, label, usageCount } = this
    return { id, label, usageCount }
  }
}

const cleanLabel = (label: string): string =>
  assertNotEmpty(
    cleanLine(label.normalize('NFC'), MAX_TAG_LABEL_LENGTH, 'A tag name').replace(/\s+/g, ' '),
    'Enter a name for the tag.',
  )
export const toLabelKey = (label: string): string => label.normalize('NFC').toLowerCase()
