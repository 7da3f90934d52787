import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { Injectable } from '@nestjs/common'
import { Gate } from './gate.ts'

/** OWASP's first choice for argon2id, which is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

@Injectable()
export class Passwords {
  // Hashing runs on the four threads that read and write files too: it never takes more than half of them.
  private readonly gate = new Gate(2, 200)
  private readonly nobodys = hash(randomBytes(32), COST)

  hash(password: string): Promise<string> {
    return this.gate.pass(() => hash(normal(password), COST))
  }

  /** Takes as long for somebody unknown as for a wrong password: nobody learns who has an account. */
  async matches(password: string, stored: string | undefined): Promise<boolean> {
    const against = stored ?? (await this.nobodys)
    return this.gate.pass(() => verify(against, normal(password)))
  }
}

/** The same letters typed on two keyboards may arrive in two forms. */
const normal = (password: string): string => password.normalize('NFKC')
