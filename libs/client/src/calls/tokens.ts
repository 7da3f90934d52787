import type { CallOptions, Connection } from '../connection.ts'
import type { Body } from '../types.ts'

/** Tokens of the public API; to make and revoke them takes one with the scope `admin`. */
export class Tokens {
  private readonly connection: Connection
  constructor(connection: Connection) {
    this.connection = connection
  }

  list(options: CallOptions = {}) {
    return this.connection.call('get', '/tokens', options)
  }
  /** The answer alone holds the token. */
  create(body: NonNullable<Body<'/tokens', 'post'>> = {}, options: CallOptions = {}) {
    return this.connection.call('post', '/tokens', { body, ...options })
  }
  revoke(id: string, options: CallOptions = {}) {
    return this.connection.call('delete', '/tokens/{id}', { path: { id }, ...options })
  }
  /** Whose the token of this client is, what it may do, and for how long. */
  validate(options: CallOptions = {}) {
    return this.connection.call('get', '/tokens/validate', options)
  }
}
