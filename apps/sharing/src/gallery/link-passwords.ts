import { errors, GALLERY_ATTEMPTS, withoutInvisibleEnds } from '@daymark/contracts'
import { Database, FailureLimiter, failureKey, networkOf, type Tx } from '@daymark/platform'
import { type Guess as PasswordGuess, Passwords } from '@daymark/platform/passwords'
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
    const right = await this.firstMatch([password, withoutInvisibleEnds(password)], passwordHash, guess)
    if (right === undefined) throw await this.limiter.failed(keys, errors.PASSWORD_REQUIRED())
    const renewed = this.passwords.isCurrent(passwordHash) ? undefined : await this.passwords.hash(right, network)
    await this.db.commit(async tx => {
      await this.limiter.assertStillFree(tx, keys)
      if (renewed) renew(tx, renewed)
    })
  }

  /** A copied password often brings a blank or a line end along; together its spellings count as one attempt. */
  private async firstMatch(spellings: string[], hash: string, guess: PasswordGuess): Promise<string | undefined> {
    for (const spelling of new Set(spellings)) if (await this.passwords.matches(spelling, hash, guess)) return spelling
    return undefined
  }
}
