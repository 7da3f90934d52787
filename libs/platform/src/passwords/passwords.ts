import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { Injectable } from '@nestjs/common'
import { Gate } from '../gate.ts'

/** OWASP's first choice for argon2id, which is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const CURRENT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`

// Hashing runs on the four threads that read and write files too: it never takes more than half of them, whichever services of this
// process ask for it.
const gate = new Gate(2, 200)
let nobodys: Promise<string> | undefined

/** Whose turn a guess takes while others wait too, and what refuses it: asked before it waits and again when its turn comes. */
export type Guess = { owner: string; allowed: () => Promise<void> }

/** The one way to keep a password and to check one, of people and of galleries. */
@Injectable()
export class Passwords {
  hash(password: string, owner = ''): Promise<string> {
    return gate.pass(owner, () => hash(normal(password), COST))
  }

  /**
   * Takes as long for somebody unknown as for a wrong password: nobody learns who has an account. Of guesses that wait together most
   * are refused by the time it is their turn, and cost no hashing then.
   */
  async matches(password: string, stored: string | undefined, { owner, allowed }: Guess): Promise<boolean> {
    const against = stored ?? (await (nobodys ??= hash(randomBytes(32), COST)))
    await allowed()
    return gate.pass(owner, async waited => {
      if (waited) await allowed()
      return verify(against, normal(password))
    })
  }

  /** False: hashed at another cost. The hash should be replaced at the next correct password. */
  isCurrent(stored: string): boolean {
    return stored.startsWith(CURRENT)
  }
}

/** The same letters typed on two keyboards may arrive in two forms. */
const normal = (password: string): string => password.normalize('NFKC')
