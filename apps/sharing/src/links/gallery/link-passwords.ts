import { createHmac, randomBytes } from 'node:crypto'
import { ADDRESS_ATTEMPTS, errors, GALLERY_ATTEMPTS, withoutInvisibleEnds } from '@daymark/contracts'
import { Database, FailureLimiter, failureKey, networkOf, type Tx } from '@daymark/platform'
import { type Guess as PasswordGuess, Passwords } from '@daymark/platform/passwords'
import { Injectable } from '@nestjs/common'

type Locked = { id: string; passwordHash: string | null }
type Guess = { password: string; address: string }

const MAX_CHECKS = 10_000

/**
 * 100 wrong passwords per link and address in 15 minutes, and 1,000 per link from everywhere: many addresses guess no faster. A
 * right one does not reset the count of others behind the same address. A visitor who has entered stays in.
 */
@Injectable()
export class LinkPasswords {
  /** By digest, checks under way and those that were right: 500 guests of a wedding cost one argon2 computation, not 500. */
  private readonly checks = new Map<string, Promise<boolean>>()
  private readonly digestKey = randomBytes(32)
  constructor(
    private readonly db: Database,
    private readonly limiter: FailureLimiter,
    private readonly passwords: Passwords,
  ) {}

  /** `renew`: the same password is to be kept in another way; what it opened stays open. */
  async verify(
    { id, passwordHash }: Locked,
    { password, address }: Guess,
    renew: (tx: Tx, hash: string) => void,
  ): Promise<void> {
    if (passwordHash === null) return
    const network = networkOf(address)
    const all = { key: failureKey('gallery-in-all', id), attempts: GALLERY_ATTEMPTS }
    const keys = [{ key: failureKey('gallery', id, network), attempts: ADDRESS_ATTEMPTS }, all]
    const guess = { owner: network, allowed: () => this.limiter.assertBelowLimit(keys) }
    const right = await this.firstMatch([password, withoutInvisibleEnds(password)], passwordHash, guess)
    if (right === undefined) throw await this.limiter.countFailure(keys, errors.PASSWORD_REQUIRED())
    const renewed = this.passwords.isCurrent(passwordHash) ? undefined : await this.passwords.hash(right, network)
    await this.db.commit(async tx => {
      await this.limiter.assertStillFree(tx, keys)
      if (renewed) renew(tx, renewed)
    })
  }

  /** A copied password often brings a blank or a line end along; together its spellings count as one attempt. */
  private async firstMatch(spellings: string[], hash: string, guess: PasswordGuess): Promise<string | undefined> {
    for (const spelling of new Set(spellings)) if (await this.matches(spelling, hash, guess)) return spelling
    return undefined
  }

  private async matches(password: string, passwordHash: string, guess: PasswordGuess): Promise<boolean> {
    await guess.allowed()
    const digest = createHmac('sha256', this.digestKey)
      .update(JSON.stringify([passwordHash, password]))
      .digest('base64')
    const isKnown = await this.checks.get(digest)?.catch(() => false)
    if (isKnown) return true
    const check = this.passwords.matches(password, passwordHash, guess)
    if (this.checks.size >= MAX_CHECKS) this.checks.clear()
    this.checks.set(digest, check)
    const isRight = await check.catch(() => false)
    if (!isRight && this.checks.get(digest) === check) this.checks.delete(digest)
    return check
  }
}
