import { Injectable } from '@nestjs/common'
import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { ConcurrencyLimiter } from '../async/concurrency-limiter.ts'

/** OWASP's recommendation for argon2id, which is the library's default algorithm. */
const ARGON2_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const CURRENT_HASH_PREFIX = `$argon2id$v=19$m=${ARGON2_COST.memoryCost},t=${ARGON2_COST.timeCost},p=${ARGON2_COST.parallelism}$`

// Hashing shares four threads with file access. All services of a process together use at most half of these threads.
const hashLimiter = new ConcurrencyLimiter(2, 200)
let dummyHash: Promise<string> | undefined

/**
 * An attempt to enter a password. `owner`: key by which queued guesses take turns, such as the network of the client. `assertAllowed`
 * rejects if the limit of guesses is reached; it is called before the guess is queued and again after the guess has waited.
 */
export type Guess = { owner: string; assertAllowed: () => Promise<void> }

/** Hashes and verifies the passwords of users and galleries. */
@Injectable()
export class Passwords {
  hash(password: string, owner = ''): Promise<string> {
    return hashLimiter.run(owner, () => hash(normalizePassword(password), ARGON2_COST))
  }

  /**
   * Whether the password has the stored hash. Takes as long for an unknown account (no hash) as for a wrong password, so that the time does
   * not reveal who has an account. `assertAllowed` is called again after queueing, so that most of many concurrent guesses are rejected
   * without hashing.
   */
  async matches(password: string, storedHash: string | undefined, { owner, assertAllowed }: Guess): Promise<boolean> {
    const expectedHash = storedHash ?? (await (dummyHash ??= hash(randomBytes(32), ARGON2_COST)))
    await assertAllowed()
    return hashLimiter.run(owner, async waited => {
      if (waited) await assertAllowed()
      return verify(expectedHash, normalizePassword(password))
    })
  }

  /** False if the hash has another algorithm or cost and should be replaced at the next sign-in. */
  isCurrent(storedHash: string): boolean {
    return storedHash.startsWith(CURRENT_HASH_PREFIX)
  }
}

/** Normalizes a password, because keyboards may encode the same letters in two forms. */
const normalizePassword = (password: string): string => password.normalize('NFKC')
