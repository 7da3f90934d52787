import { Albums } from './calls/albums.ts'
import { Images } from './calls/images.ts'
import { Tags, Tokens } from './calls/account.ts'
import { Shares } from './calls/shares.ts'
import { Webhooks } from './calls/webhooks.ts'
import { type CallOptions, Connection, type DaymarkOptions } from './connection.ts'
import type { Query } from './types.ts'

/** A Daymark library: `new Daymark({ token, baseUrl: 'https://photos.example.com' })`. */
export class Daymark {
  readonly albums: Albums
  readonly images: Images
  readonly shares: Shares
  readonly tags: Tags
  readonly tokens: Tokens
  readonly webhooks: Webhooks
  private readonly connection: Connection

  constructor(options: DaymarkOptions) {
    this.connection = new Connection(options)
    this.albums = new Albums(this.connection)
    this.images = new Images(this.connection)
    this.shares = new Shares(this.connection)
    this.tags = new Tags(this.connection)
    this.tokens = new Tokens(this.connection)
    this.webhooks = new Webhooks(this.connection)
  }

  /** Searches images and albums by title. */
  search(q: string, query: Omit<Query<'/search', 'get'>, 'q'> = {}, options: CallOptions = {}) {
    return this.connection.call('get', '/search', { query: { q, ...query }, ...options })
  }
  /** Returns library statistics. */
  stats(options: CallOptions = {}) {
    return this.connection.call('get', '/stats', options)
  }
  /** Returns the rate limit of the token. */
  rateLimit(options: CallOptions = {}) {
    return this.connection.call('get', '/rate-limit', options)
  }
  health(options: CallOptions = {}) {
    return this.connection.call('get', '/health', options)
  }
  version(options: CallOptions = {}) {
    return this.connection.call('get', '/version', options)
  }
}
