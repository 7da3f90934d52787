import { errors, GALLERY_ATTEMPTS, sharing, type Input } from '@daymark/contracts'
import { Database, FailureLimiter, failureKey, Handles, networkOf, prepared, type Handler } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { isToken } from '../links/link-token.ts'
import { GalleryAccess, ACCESS_COLUMNS, type AccessRow } from './gallery-access.ts'

type Row = AccessRow & { passwordHash: string | null }
type Guess = Input<typeof sharing.unlock>

/**
 * Ten wrong passwords per link and network in 15 minutes, and a hundred per link from everywhere: many networks guess no faster.
 * A right one does not forgive those of others behind the same address. Who is in already stays in.
 */
@Handles(sharing.unlock)
export class Unlock implements Handler<typeof sharing.unlock> {
  private readonly db: Database
  private readonly access: GalleryAccess
  private readonly limiter: FailureLimiter
  private readonly passwords: Passwords
  constructor(db: Database, access: GalleryAccess, limiter: FailureLimiter, passwords: Passwords) {
    this.db = db
    this.access = access
    this.limiter = limiter
    this.passwords = passwords
  }

  async handle(input: Guess) {
    const link = this.access.find(await this.find(input.token))
    if (link.passwordHash) await this.verify(link.id, link.passwordHash, input)
    return { grant: this.access.grant(link) }
  }

  private async verify(linkId: string, passwordHash: string, { password, address }: Guess): Promise<void> {
    const network = networkOf(address)
    const all = { key: failureKey('gallery-in-all', linkId), attempts: GALLERY_ATTEMPTS }
    const keys = [failureKey('gallery', linkId, network), all]
    const guess = { owner: network, allowed: () => this.limiter.assertFree(keys) }
    if (!(await this.passwords.matches(password, passwordHash, guess)))
      throw await this.limiter.failed(keys, errors.PASSWORD_REQUIRED())
    const renewed = this.passwords.isCurrent(passwordHash) ? undefined : await this.passwords.hash(password, network)
    await this.db.commit(async tx => {
      await this.limiter.assertStillFree(tx, keys)
      // the same password kept in another way: what it opened stays open
      if (renewed)
        void tx.sql(prepared('UPDATE links SET password_hash = $3 WHERE id = $1 AND password_hash = $2'), [
          linkId,
          passwordHash,
          renewed,
        ])
    })
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
