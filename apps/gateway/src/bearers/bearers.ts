import { anonymous, errors, type Output, tokens } from '@daymark/contracts'
import { apiTokenHash, Clock, Gate, isApiToken, networkOf, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { ShortCache } from '../kept/short-cache.ts'

export type Bearer = Output<typeof tokens.checkToken>

/** A token that is revoked, or whose owner lost plan or account, is refused within a second, also when the event is lost. */
const KEPT_MS = 400
/** A program that goes on calling does not wait: its token is checked again before this is over. */
const RENEWED_MS = 200
const MAX_TOKENS = 10_000
/** Questions at once, and how many more wait; each network has its turn, lest one with made-up tokens take all. */
const ASKING = { width: 4, waiting: 1000 }

/** Who is behind a token: asked of developer, by its hash, remembered for a moment, dropped by event. */
@Injectable()
export class Bearers {
  private readonly gate = new Gate(ASKING.width, ASKING.waiting)
  private readonly cache = new ShortCache<Bearer>({
    ttlMs: KEPT_MS,
    max: MAX_TOKENS,
    groups: ({ tokenId, userId }) => [`token:${tokenId}`, `user:${userId}`],
  })

  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
  ) {}

  /** TOKEN_REQUIRED when the token is unknown, revoked or no token, TOKEN_EXPIRED when it is over. `address`: who asks. */
  async check(token: string, address: string): Promise<Bearer> {
    // what has not the right form or checksum is not worth a question
    if (!isApiToken(token)) throw errors.TOKEN_REQUIRED()
    const hash = apiTokenHash(token)
    const ask = () =>
      this.gate.pass(networkOf(address), () => this.rpc.call(tokens.checkToken, { hash, address }, anonymous))
    this.cache.renew(hash, RENEWED_MS, ask)
    const bearer = await this.cache.get(hash, ask)
    if (Date.parse(bearer.expiresAt) <= this.clock.now().getTime()) throw errors.TOKEN_EXPIRED()
    return bearer
  }

  drop(tokenId: string): void {
    this.cache.drop(`token:${tokenId}`)
  }
  dropUser(userId: string): void {
    this.cache.drop(`user:${userId}`)
  }
}
