import type { CallOptions, Connection } from '../connection.ts'
import type { Body } from '../types.ts'

/** API tokens. Creating and revoking them requires the scope `admin`. */
export class Tokens {
  private readonly connection: Connection
  constructor(connection: Connection) {
    this.connection = connection
  }

  list(options: CallOptions = {}) {
    return this.connection.call('get', '/tokens', options)
  }
  /** Creates a token. Only this response contains it. */
  create(body: NonNullable<Body<'/tokens', 'post'>> = {}, options: CallOptions = {}) {
    return this.connection.call('post', '/tokens', { body, ...options })
  }
  revoke(id: string, options: CallOptions = {}) {
    return this.connection.call('delete', '/tokens/{id}', { path: { id }, ...options })
  }
  /** Returns account, scopes and expiry of the token of this client. */
  validate(options: CallOptions = {}) {
    return this.connection.call('get', '/tokens/validate', options)
  }
}
