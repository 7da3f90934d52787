import type { CallOptions, Connection } from '../connection.ts'
import { everything } from '../pages.ts'
import type { Body, Image, Query } from '../types.ts'
import type { UploadFile } from '../upload/source.ts'
import { upload, type UploadOptions } from '../upload/upload.ts'

/** Images: upload, list, change, delete. */
export class Images {
  private readonly connection: Connection
  constructor(connection: Connection) {
    this.connection = connection
  }

  /** One page. */
  list(query: Query<'/images', 'get'> = {}, options: CallOptions = {}) {
    return this.connection.call('get', '/images', { query, ...options })
  }
  /** All images that the query means, read page by page. */
  all(query: Query<'/images', 'get'> = {}, options: CallOptions = {}) {
    return everything(
      position => this.list({ ...query, ...position }, options),
      page => page.images,
    )
  }
  get(id: string, options: CallOptions = {}) {
    return this.connection.call('get', '/images/{id}', { path: { id }, ...options })
  }
  update(id: string, body: NonNullable<Body<'/images/{id}', 'patch'>>, options: CallOptions = {}) {
    return this.connection.call('patch', '/images/{id}', { path: { id }, body, ...options })
  }
  delete(id: string, options: CallOptions = {}) {
    return this.connection.call('delete', '/images/{id}', { path: { id }, ...options })
  }
  /**
   * Sends a file as a stream and tries again when the connection breaks; above 8 MB it goes on where it broke off. A `key` of your
   * own lets another run of your program go on with it.
   */
  upload(file: UploadFile, options: UploadOptions = {}): Promise<Image> {
    return upload(this.connection, file, '/images', options)
  }
  /**
   * Another file for an image that stays what it is otherwise; sent as an upload is. It shows what it did until the new file is
   * processed, which `replacement` says.
   */
  replace(
    id: string,
    file: UploadFile,
    options: Pick<UploadOptions, 'filename' | 'key' | 'onProgress' | 'signal'> = {},
  ) {
    return upload(this.connection, file, `/images/${encodeURIComponent(id)}/file`, options)
  }
  /** What it was before its file was replaced. */
  earlier(id: string, options: CallOptions = {}) {
    return this.connection.call('get', '/images/{id}/earlier', { path: { id }, ...options })
  }
  /** The two change places. */
  bringBack(id: string, options: CallOptions = {}) {
    return this.connection.call('post', '/images/{id}/earlier/restore', { path: { id }, ...options })
  }
  removeEarlier(id: string, options: CallOptions = {}) {
    return this.connection.call('delete', '/images/{id}/earlier', { path: { id }, ...options })
  }
  /** Which files the library has already, by their SHA-256 in hex; at most 1000 in a call. */
  async known(sha256: string[], options: CallOptions = {}) {
    return (await this.connection.call('post', '/images/known', { body: { sha256 }, ...options })).known
  }
}
