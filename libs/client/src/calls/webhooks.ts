import { type CallOptions, Calls } from '../connection.ts'
import { iteratePages } from '../pages.ts'
import type { Body, Query } from '../types.ts'

/** Webhooks and the deliveries of events to them. */
export class Webhooks extends Calls {
  /** Returns one page of webhooks. */
  list(query: Query<'/webhooks', 'get'> = {}, options: CallOptions = {}) {
    return this.connection.call('get', '/webhooks', { query, ...options })
  }
  get(id: string, options: CallOptions = {}) {
    return this.connection.call('get', '/webhooks/{id}', { path: { id }, ...options })
  }
  /** Creates a webhook. Only this response contains the secret. */
  create(body: Body<'/webhooks', 'post'>, options: CallOptions = {}) {
    return this.connection.call('post', '/webhooks', { body, ...options })
  }
  /** Updates a webhook. `active: false` pauses it. */
  update(id: string, body: NonNullable<Body<'/webhooks/{id}', 'patch'>>, options: CallOptions = {}) {
    return this.connection.call('patch', '/webhooks/{id}', { path: { id }, body, ...options })
  }
  delete(id: string, options: CallOptions = {}) {
    return this.connection.call('delete', '/webhooks/{id}', { path: { id }, ...options })
  }
  /** Creates a new secret. For 24 hours, deliveries are signed with the new and the previous secret. */
  rotateSecret(id: string, options: CallOptions = {}) {
    return this.connection.call('post', '/webhooks/{id}/rotate-secret', { path: { id }, ...options })
  }
  test(id: string, options: CallOptions = {}) {
    return this.connection.call('post', '/webhooks/{id}/test', { path: { id }, ...options })
  }
  /** Iterates over deliveries, newest first, loading page by page. */
  deliveries(id: string, query: Query<'/webhooks/{id}/deliveries', 'get'> = {}, options: CallOptions = {}) {
    return iteratePages(
      position =>
        this.connection.call('get', '/webhooks/{id}/deliveries', {
          path: { id },
          query: { ...query, ...position },
          ...options,
        }),
      page => page.deliveries,
    )
  }
  redeliver(id: string, deliveryId: string, options: CallOptions = {}) {
    const path = { id, deliveryId }
    return this.connection.call('post', '/webhooks/{id}/deliveries/{deliveryId}/redeliver', { path, ...options })
  }
  /** Sends all failed deliveries of the webhook again. */
  redeliverFailed(id: string, options: CallOptions = {}) {
    return this.connection.call('post', '/webhooks/{id}/redeliver', { path: { id }, ...options })
  }
}
