import { type CallOptions, Calls } from '../connection.ts'
import { iteratePages } from '../pages.ts'
import type { Body, Image, Query } from '../types.ts'
import type { UploadFile } from '../upload/source.ts'
import { upload, type UploadOptions } from '../upload/upload.ts'

/** Upload, list, update and delete images. */
export class Images extends Calls {
  /** Returns one page of images. */
  list(query: Query<'/images', 'get'> = {}, options: CallOptions = {}) {
    return this.connection.call('get', '/images', { query, ...options })
  }
  /** Iterates over all images of a query, loading page by page. */
  all(query: Query<'/images', 'get'> = {}, options: CallOptions = {}) {
    return iteratePages(
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
   * Uploads a file as a stream and retries after a lost connection. Interrupted uploads above 8 MB continue at the byte where they stopped. If
   * you pass your own `key`, another run of your program can continue the upload.
   */
  upload(file: UploadFile, options: UploadOptions = {}): Promise<Image> {
    return upload(this.connection, file, '/images', options)
  }
  /**
   * Replaces the file of an image. Until the new file is processed, galleries show the previous file (see the field `replacement`).
   */
  replace(
    id: string,
    file: UploadFile,
    options: Pick<UploadOptions, 'filename' | 'key' | 'onProgress' | 'signal'> = {},
  ) {
    return upload(this.connection, file, `/images/${encodeURIComponent(id)}/file`, options)
  }
  /** Returns the version of the image from before the last replacement. */
  earlier(id: string, options: CallOptions = {}) {
    return this.connection.call('get', '/images/{id}/earlier', { path: { id }, ...options })
  }
  /** Swaps the earlier and the current version of the image. */
  restoreEarlier(id: string, options: CallOptions = {}) {
    return this.connection.call('post', '/images/{id}/earlier/restore', { path: { id }, ...options })
  }
  removeEarlier(id: string, options: CallOptions = {}) {
    return this.connection.call('delete', '/images/{id}/earlier', { path: { id }, ...options })
  }
  /** Returns those of the given files that are already in the library. `sha256`: hashes of at most 1,000 files, in hexadecimal digits. */
  async known(sha256: string[], options: CallOptions = {}) {
    return (await this.connection.call('post', '/images/known', { body: { sha256 }, ...options })).known
  }
}
