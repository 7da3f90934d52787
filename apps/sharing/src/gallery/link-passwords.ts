import { errors, GALLERY_ATTEMPTS } from '@daymark/contracts'
import { Database, FailureLimiter, failureKey, networkOf, type Tx } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { Injectable } from '@nestjs/common'

type Locked = { id: string; passwordHash: string | null }
type Guess = { password: string; address: string }

/**
 * Ten wrong passwords per link and network in 15 minutes, and a hundred per link from everywhere: many networks guess no faster.
 * A right one does not forgive those of others behind the same address. Who is in already stays in.
 */
@Injectable()
export class LinkPasswords {
  private readonly db: Database
  private readonly limiter: FailureLimiter
  private readonly passwords: Passwords
  constructor(db: Database, limiter: FailureLimiter, passwords: Passwords) {
    this.db = db
    this.limiter = limiter
    this.passwords = passwords
  }

  /** `renew`: the same password is to be kept in another way; what it opened stays open. */
  async verify(
    { id, passwordHash }: Locked,
    { password, address }: Guess,
    renew: (tx: Tx, hash: string) => void,
  ): Promise<void> {
    if (passwordHash === null) return
    const network = networkOf(address)
    const all = { key: failureKey('gallery-in-all', id), attempts: GALLERY_ATTEMPTS }
    const keys = [failureKey('gallery', id, network), all]
    const guess = { owner: network, allowed: () => this.limiter.assertFree(keys) }
    if (!(await this.passwords.matches(password, passwordHash, guess)))
      throw await this.limiter.failed(keys, errors.PASSWORD_REQUIRED())
    const renewed = this.passwords.isCurrent(passwordHash) ? undefined : await this.passwords.hash(password, network)
    await this.db.commit(async tx => {
      await this.limiter.assertStillFree(tx, keys)
      if (renewed) renew(tx, renewed)
    })
  }
}
