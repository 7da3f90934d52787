import type { CallOptions, Connection } from '../connection.ts'
import { everything } from '../pages.ts'
import type { Body, Query } from '../types.ts'

/** Public links of albums. */
export class Shares {
  private readonly connection: Connection
  constructor(connection: Connection) {
    this.connection = connection
  }

  /** One page. */
  list(query: Query<'/shares', 'get'> = {}, options: CallOptions = {}) {
    return this.connection.call('get', '/shares', { query, ...options })
  }
  /** All links, read page by page. */
  all(query: Query<'/shares', 'get'> = {}, options: CallOptions = {}) {
    return everything(
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
  /** Of a first look: visitors no longer read that more is coming, and who left an address gets one mail. */
  complete(id: string, options: CallOptions = {}) {
    return this.connection.call('post', '/shares/{id}/complete', { path: { id }, ...options })
  }
  /** Closes it at once. */
  revoke(id: string, options: CallOptions = {}) {
    return this.connection.call('post', '/shares/{id}/revoke', { path: { id }, ...options })
  }
  delete(id: string, options: CallOptions = {}) {
    return this.connection.call('delete', '/shares/{id}', { path: { id }, ...options })
  }
  /** What to know of a link before it is sent to somebody. */
  check(id: string, options: CallOptions = {}) {
    return this.connection.call('get', '/shares/{id}/preflight', { path: { id }, ...options })
  }
  /** Settings with names, for the `preset_id` of a new link. */
  presets(options: CallOptions = {}) {
    return this.connection.call('get', '/presets', options)
  }
  /** A page of what is new in the gallery of a link since the `mark` of an answer before. */
  changes(id: string, query: Query<'/shares/{id}/changes', 'get'> = {}, options: CallOptions = {}) {
    return this.connection.call('get', '/shares/{id}/changes', { path: { id }, query, ...options })
  }
  /** What visitors of a link picked: a page of their lists. */
  picks(id: string, query: Query<'/shares/{id}/picks', 'get'> = {}, options: CallOptions = {}) {
    return this.connection.call('get', '/shares/{id}/picks', { path: { id }, query, ...options })
  }
  /** A page of the images that somebody picked, rejected or wrote a note to. */
  pickedImages(id: string, query: Query<'/shares/{id}/picks/images', 'get'> = {}, options: CallOptions = {}) {
    return this.connection.call('get', '/shares/{id}/picks/images', { path: { id }, query, ...options })
  }
  /** A page of what visitors of a link, and its owner, wrote about images: threads in the order of the gallery. */
  comments(id: string, query: Query<'/shares/{id}/comments', 'get'> = {}, options: CallOptions = {}) {
    return this.connection.call('get', '/shares/{id}/comments', { path: { id }, query, ...options })
  }
}
