import { errors, sharing, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { isToken } from '../links/link-token.ts'
import { Door, DOOR_COLUMNS, type DoorRow } from './door.ts'
import { verifyPassword } from './password.ts'
import { UnlockLimiter } from './unlock-limiter.ts'

type Row = DoorRow & { passwordHash: string | null }

@Handles(sharing.unlock)
export class Unlock implements Handler<typeof sharing.unlock> {
  private readonly db: Database
  private readonly door: Door
  private readonly limiter: UnlockLimiter
  constructor(db: Database, door: Door, limiter: UnlockLimiter) {
    this.db = db
    this.door = door
    this.limiter = limiter
  }

  async handle({ token, password, address }: Input<typeof sharing.unlock>) {
    const link = this.door.find(await this.find(token))
    if (link.passwordHash) {
      // counted before the slow comparison, so that guesses made at the same time count as well
      const attempt = await this.limiter.begin(link.id, address)
      if (!(await verifyPassword(password, link.passwordHash))) throw errors.PASSWORD_REQUIRED()
      await attempt.succeeded()
    }
    return { grant: this.door.grant(link) }
  }

  private async find(token: string): Promise<Row | undefined> {
    if (!isToken(token)) return undefined
    const [row] = await this.db.query<Row>(
      `SELECT ${DOOR_COLUMNS}, l.password_hash AS "passwordHash" FROM links l WHERE l.token = $1`,
      [token],
    )
    return row
  }
}
