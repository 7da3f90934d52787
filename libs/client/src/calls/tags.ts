import type { CallOptions, Connection } from '../connection.ts'
import { everything } from '../pages.ts'
import type { Query } from '../types.ts'

/** Labels of images. A label is created when it is given to an image. */
export class Tags {
  private readonly connection: Connection
  constructor(connection: Connection) {
    this.connection = connection
  }

  /** Returns one page. */
  list(query: Query<'/tags', 'get'> = {}, options: CallOptions = {}) {
    return this.connection.call('get', '/tags', { query, ...options })
  }
  /** Iterates over all tags, loading page by page. */
  all(query: Query<'/tags', 'get'> = {}, options: CallOptions = {}) {
    return everything(
      position => this.list({ ...query, ...position }, options),
      page => page.tags,
    )
  }
}
