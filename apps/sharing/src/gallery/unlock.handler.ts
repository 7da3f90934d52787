import { sharing, type Input } from '@daymark/contracts'
import { Database, Handles, prepared, type Handler } from '@daymark/platform'
import { isToken } from '../links/link-token.ts'
import { GalleryAccess, ACCESS_COLUMNS, type AccessRow } from './gallery-access.ts'
import { LinkPasswords } from './link-passwords.ts'

type Row = AccessRow & { passwordHash: string | null }

const RENEW = prepared('UPDATE links SET password_hash = $3 WHERE id = $1 AND password_hash = $2')

@Handles(sharing.unlock)
export class Unlock implements Handler<typeof sharing.unlock> {
  constructor(
    private readonly db: Database,
    private readonly access: GalleryAccess,
    private readonly passwords: LinkPasswords,
  ) {}

  async handle({ token, ...guess }: Input<typeof sharing.unlock>) {
    const link = this.access.find(await this.find(token))
    const renew = [link.id, link.passwordHash]
    await this.passwords.verify(link, guess, (tx, hash) => void tx.sql(RENEW, [...renew, hash]))
    return { grant: this.access.grant(link) }
  }

  private async find(token: string): Promise<Row | undefined> {
    if (!isToken(token)) return undefined
    const [row] = await this.db.sql<Row>(
      `SELECT ${ACCESS_COLUMNS}, l.password_hash AS "passwordHash" FROM links l WHERE l.token = $1`,
      [token],
    )
    return row
  }
}
