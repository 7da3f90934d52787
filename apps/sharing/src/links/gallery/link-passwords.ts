import {
  MAX_ATTEMPTS_PER_ADDRESS,
  errors,
  MAX_GALLERY_PASSWORD_ATTEMPTS,
  removeInvisibleEnds,
} from '@daymark/contracts'
import { Database, failureKey, FailureLimiter, networkOf, type Tx } from '@daymark/platform'
import { type Guess as PasswordGuess, Passwords } from '@daymark/platform/passwords'
import { Injectable } from '@nestjs/common'
import { createHmac, randomBytes } from 'node:crypto'

type ProtectedLink = { id: string; passwordHash: string | null }
type PasswordAttempt = { password: string; address: string }

const MAX_CACHED_CHECKS = 10_000

/**
 * Checks passwords of links with two limits per 15 minutes: 100 wrong passwords per link and network, and 1,000 per link in total, because
 * an attacker may have many addresses. A correct password does not reset these counts. The limits do not affect visitors with a grant.
 */
@Injectable()
export class LinkPasswords {
  /** Running and successful checks by digest of password and hash. If 500 wedding guests enter the same password, argon2 runs only once. */
  private readonly checks = new Map<string, Promise<boolean>>()
  private readonly digestKey = randomBytes(32)
  constructor(
    private readonly db: Database,
    private readonly limiter: FailureLimiter,
    private readonly passwords: Passwords,
  ) {}

  /**
   * Throws PASSWORD_REQUIRED if the password is wrong. If the stored hash has an outdated cost, calls `saveNewHash` with a new hash of
   * the same password; existing grants remain valid.
   */
  async verify(
    { id, passwordHash }: ProtectedLink,
    { password, address }: PasswordAttempt,
    saveNewHash: (tx: Tx, newHash: string) => void,
  ): Promise<void> {
    if (passwordHash === null) return
    const network = networkOf(address)
    const linkLimit = { key: failureKey('gallery-in-all', id), attempts: MAX_GALLERY_PASSWORD_ATTEMPTS }
    const limits = [{ key: failureKey('gallery', id, network), attempts: MAX_ATTEMPTS_PER_ADDRESS }, linkLimit]
    const guess = { owner: network, assertAllowed: () => this.limiter.assertBelowLimit(limits) }
    const matchingPassword = await this.findMatch([password, removeInvisibleEnds(password)], passwordHash, guess)
    if (matchingPassword === undefined) throw await this.limiter.countFailure(limits, errors.PASSWORD_REQUIRED())
    const newHash = this.passwords.isCurrent(passwordHash)
      ? undefined
      : await this.passwords.hash(matchingPassword, network)
    await this.db.commit(async tx => {
      await this.limiter.assertStillBelowLimit(tx, limits)
      if (newHash) saveNewHash(tx, newHash)
    })
  }

  /**
   * Returns the spelling that is correct, undefined if none is. Both the typed and the trimmed text are tried, because a copied password
   * often ends in a space or line break; together they count as one attempt.
   */
  private async findMatch(spellings: string[], hash: string, guess: PasswordGuess): Promise<string | undefined> {
    for (const spelling of new Set(spellings)) if (await this.matchesHash(spelling, hash, guess)) return spelling
    return undefined
  }

  private async matchesHash(password: string, passwordHash: string, guess: PasswordGuess): Promise<boolean> {
    await guess.assertAllowed()
    const digest = createHmac('sha256', this.digestKey)
      .update(JSON.stringify([passwordHash, password]))
      .digest('base64')
    const isKnownCorrect = await this.checks.get(digest)?.catch(() => false)
    if (isKnownCorrect) return true
    const check = this.passwords.matches(password, passwordHash, guess)
    if (this.checks.size >= MAX_CACHED_CHECKS) this.checks.clear()
    this.checks.set(digest, check)
    const isCorrect = await check.catch(() => false)
    if (!isCorrect && this.checks.get(digest) === check) this.checks.delete(digest)
    return check
  }
}
