import { type CallOptions, Calls } from '../connection.ts'
import { iteratePages } from '../pages.ts'
import type { Body, Query } from '../types.ts'

/** Tags of images. Adding an unknown tag to an image creates the tag. */
export class Tags extends Calls {
  /** Returns one page of tags. */
  list(query: Query<'/tags', 'get'> = {}, options: CallOptions = {}) {
    return this.connection.call('get', '/tags', { query, ...options })
  }
  /** Iterates over all tags, loading page by page. */
  all(query: Query<'/tags', 'get'> = {}, options: CallOptions = {}) {
    return iteratePages(
      position => this.list({ ...query, ...position }, options),
      page => page.tags,
    )
  }
}

/** API tokens. Creating and revoking them requires the scope `admin`. */
export class Tokens extends Calls {
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
