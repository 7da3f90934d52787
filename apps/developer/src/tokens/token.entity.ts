import type { Scope, TokenView } from '@daymark/contracts'
import { Column, Entity, PrimaryColumn } from 'typeorm'

/** An API token. Only its SHA-256 is stored. */
@Entity('api_tokens')
export class Token {
  @PrimaryColumn('uuid') id!: string
  @Column('uuid') userId!: string
  @Column('text', { nullable: true }) name!: string | null
  @Column('text') prefix!: string
  @Column('bytea') hash!: Buffer
  @Column('text', { array: true }) scopes!: Scope[]
  @Column('timestamptz') createdAt!: Date
  @Column('timestamptz') expiresAt!: Date
  /** Written at most once a minute. */
  @Column('timestamptz', { nullable: true }) lastUsedAt!: Date | null

  view(): TokenView {
    return {
      id: this.id,
      name: this.name,
      scopes: this.scopes,
      prefix: this.prefix,
      expiresAt: this.expiresAt.toISOString(),
      lastUsedAt: this.lastUsedAt?.toISOString() ?? null,
      createdAt: this.createdAt.toISOString(),
    }
  }
}
