import { type CallOptions, Calls } from '../connection.ts'
import { iteratePages } from '../pages.ts'
import type { Body, Query } from '../types.ts'

/** Public links to albums. */
export class Shares extends Calls {
  /** Returns one page of share links. */
  list(query: Query<'/shares', 'get'> = {}, options: CallOptions = {}) {
    return this.connection.call('get', '/shares', { query, ...options })
  }
  /** Iterates over all links, loading page by page. */
  all(query: Query<'/shares', 'get'> = {}, options: CallOptions = {}) {
    return iteratePages(
      position => this.list({ ...query, ...position }, options),
      page => page.shares,
    )
  }
  get(id: string, options: CallOptions = {}) {
    return this.connection.call('get', '/shares/{id}', { path: { id }, ...options })
  }
  create(body: Body<'/shares', 'post'>, options: CallOptions = {}) {
    return this.connection.call('post', '/shares', { body, ...options })
  }
  update(id: string, body: NonNullable<Body<'/shares/{id}', 'patch'>>, options: CallOptions = {}) {
    return this.connection.call('patch', '/shares/{id}', { path: { id }, body, ...options })
  }
  /** Ends the first look of a link and sends one email to each visitor who left an address. */
  complete(id: string, options: CallOptions = {}) {
    return this.connection.call('post', '/shares/{id}/complete', { path: { id }, ...options })
  }
  /** Closes the link immediately. */
  revoke(id: string, options: CallOptions = {}) {
    return this.connection.call('post', '/shares/{id}/revoke', { path: { id }, ...options })
  }
  delete(id: string, options: CallOptions = {}) {
    return this.connection.call('delete', '/shares/{id}', { path: { id }, ...options })
  }
  /** Checks a link before you send it to someone, and returns what is missing or wrong. */
  check(id: string, options: CallOptions = {}) {
    return this.connection.call('get', '/shares/{id}/preflight', { path: { id }, ...options })
  }
  /** Lists the presets of the account. Pass the id of a preset as `preset_id` of a new link to copy its settings. */
  presets(options: CallOptions = {}) {
    return this.connection.call('get', '/presets', options)
  }
  /** Returns one page of the changes of the gallery. `since`: the `mark` in an earlier response. */
  changes(id: string, query: Query<'/shares/{id}/changes', 'get'> = {}, options: CallOptions = {}) {
    return this.connection.call('get', '/shares/{id}/changes', { path: { id }, query, ...options })
  }
  /** Returns one page of the pick lists of a link. */
  picks(id: string, query: Query<'/shares/{id}/picks', 'get'> = {}, options: CallOptions = {}) {
    return this.connection.call('get', '/shares/{id}/picks', { path: { id }, query, ...options })
  }
  /** Returns one page of the images that visitors picked, rejected or wrote a note about. */
  pickedImages(id: string, query: Query<'/shares/{id}/picks/images', 'get'> = {}, options: CallOptions = {}) {
    return this.connection.call('get', '/shares/{id}/picks/images', { path: { id }, query, ...options })
  }
  /** Returns one page of comment threads in the order of the gallery. */
  comments(id: string, query: Query<'/shares/{id}/comments', 'get'> = {}, options: CallOptions = {}) {
    return this.connection.call('get', '/shares/{id}/comments', { path: { id }, query, ...options })
  }
}
