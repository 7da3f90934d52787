import { encryptedKey } from '@daymark/contracts'
import { Clock, Database, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { EncryptedCopies } from './encrypted-copies.ts'
import { PlainObjects } from './plain-objects.ts'

/** Tables whose rows refer to an object by its key, and the column. No other service refers to these objects. */
const REFERENCES = [
  ['watermarked_files', 'rendition'],
  ['watermarks', 'image'],
  ['studio_logos', 'logo'],
] as const
const AT_ONCE = 100

/** Encrypts logos, and photos that were rendered with them. */
@Injectable()
export class EncryptWatermarks {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly copies: EncryptedCopies,
    private readonly plain: PlainObjects,
  ) {}

  /** Encrypts a batch of one owner; returns whether there may be more. */
  async encryptBatch(ownerId: string): Promise<boolean> {
    let encrypted = 0
    for (const [table, column] of REFERENCES) {
      const rows = await this.db.sql<{ key: string }>(
        `SELECT ${column} ->> 'key' AS key FROM ${table} WHERE owner_id = $1 AND ${column} ->> 'key' NOT LIKE '%.dm1' LIMIT $2`,
        [ownerId, AT_ONCE],
      )
      const made = await this.copies.make(rows.map(({ key }) => key))
      encrypted += made.length
      if (made.length > 0)
        await this.db.commit(async tx => {
          swap(tx, { table, column, ownerId, made })
          this.plain.record(tx, made, null, this.clock.now())
        })
    }
    return encrypted > 0
  }
}

type Swap = { table: string; column: string; ownerId: string; made: string[] }

function swap(tx: Tx, { table, column, ownerId, made }: Swap): void {
  void tx.sql(
    `UPDATE ${table} t SET ${column} = jsonb_set(t.${column}, '{key}', to_jsonb(changed.encrypted))
     FROM unnest($2::text[], $3::text[]) AS changed (plain, encrypted)
     WHERE t.owner_id = $1 AND t.${column} ->> 'key' = changed.plain`,
    [ownerId, made, made.map(encryptedKey)],
  )
}
