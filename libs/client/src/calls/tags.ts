import type { CallOptions, Connection } from '../connection.ts'
import { everything } from '../pages.ts'
import type { Query } from '../types.ts'

/** Labels of images. They are made by giving them to an image. */
export class Tags {
  private readonly connection: Connection
  constructor(connection: Connection) {
    this.connection = connection
  }

  /** One page. */
  list(query: Query<'/tags', 'get'> = {}, options: CallOptions = {}) {
    return this.connection.call('get', '/tags', { query, ...options })
  }
  /** All tags, read page by page. */
  all(query: Query<'/tags', 'get'> = {}, options: CallOptions = {}) {
    return everything(
      position => this.list({ ...query, ...position }, options),
      page => page.tags,
    )
  }
}
