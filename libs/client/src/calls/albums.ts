import { type CallOptions, Calls } from '../connection.ts'
import { iteratePages } from '../pages.ts'
import type { Body, Query } from '../types.ts'

/** Albums and the images in them. */
export class Albums extends Calls {
  /** Returns one page of albums. */
  list(query: Query<'/albums', 'get'> = {}, options: CallOptions = {}) {
    return this.connection.call('get', '/albums', { query, ...options })
  }
  /** Iterates over all albums, loading page by page: `for await (const album of daymark.albums.all())`. */
  all(query: Query<'/albums', 'get'> = {}, options: CallOptions = {}) {
    return iteratePages(
      position => this.list({ ...query, ...position }, options),
      page => page.albums,
    )
  }
  get(id: string, options: CallOptions = {}) {
    return this.connection.call('get', '/albums/{id}', { path: { id }, ...options })
  }
  create(body: Body<'/albums', 'post'>, options: CallOptions = {}) {
    return this.connection.call('post', '/albums', { body, ...options })
  }
  update(id: string, body: Body<'/albums/{id}', 'patch'>, options: CallOptions = {}) {
    return this.connection.call('patch', '/albums/{id}', { path: { id }, body, ...options })
  }
  /** Deletes an album, and its images with `delete_images: true`. */
  delete(id: string, query: Query<'/albums/{id}', 'delete'> = {}, options: CallOptions = {}) {
    return this.connection.call('delete', '/albums/{id}', { path: { id }, query, ...options })
  }
  addImages(id: string, imageIds: string[], options: CallOptions = {}) {
    const body = { image_ids: imageIds }
    return this.connection.call('post', '/albums/{id}/images', { path: { id }, body, ...options })
  }
  /** Removes images from the album. They stay in the library. */
  removeImages(id: string, imageIds: string[], options: CallOptions = {}) {
    const body = { image_ids: imageIds }
    return this.connection.call('delete', '/albums/{id}/images', { path: { id }, body, ...options })
  }
  /** Creates a section that begins at the image `before_image_id`, or at the end of the album. */
  addSection(id: string, body: Body<'/albums/{id}/sections', 'post'>, options: CallOptions = {}) {
    return this.connection.call('post', '/albums/{id}/sections', { path: { id }, body, ...options })
  }
  /** Renames a section, or moves it with its images. */
  updateSection(
    id: string,
    sectionId: string,
    body: Body<'/albums/{id}/sections/{sectionId}', 'patch'>,
    options: CallOptions = {},
  ) {
    return this.connection.call('patch', '/albums/{id}/sections/{sectionId}', {
      path: { id, sectionId },
      body,
      ...options,
    })
  }
  /** Removes a section. Its images keep their positions. */
  removeSection(id: string, sectionId: string, options: CallOptions = {}) {
    return this.connection.call('delete', '/albums/{id}/sections/{sectionId}', { path: { id, sectionId }, ...options })
  }
  /** Moves images to the end of a section. `null`: before the first section. */
  moveToSection(id: string, sectionId: string | null, imageIds: string[], options: CallOptions = {}) {
    const body = { image_ids: imageIds, section_id: sectionId }
    return this.connection.call('post', '/albums/{id}/sections/images', { path: { id }, body, ...options })
  }
  /** Returns the cameras whose images are in the album, with the clock correction of each camera. */
  captureOrder(id: string, options: CallOptions = {}) {
    return this.connection.call('get', '/albums/{id}/capture-order', { path: { id }, ...options })
  }
  /** Sorts the album by capture time once. With `keep: true`, images that are added to the album afterwards are inserted by capture time. */
  orderByCapture(id: string, body: Body<'/albums/{id}/capture-order', 'patch'> = {}, options: CallOptions = {}) {
    return this.connection.call('patch', '/albums/{id}/capture-order', { path: { id }, body, ...options })
  }
  /** Lists the original files of the album in album order, with their checksums. */
  manifest(id: string, options: CallOptions = {}) {
    return this.connection.call('get', '/albums/{id}/manifest', { path: { id }, ...options })
  }
  /** Lists the upload links of the album. */
  uploadLinks(id: string, options: CallOptions = {}) {
    return this.connection.call('get', '/albums/{id}/upload-links', { path: { id }, ...options })
  }
  createUploadLink(id: string, body: Body<'/albums/{id}/upload-links', 'post'>, options: CallOptions = {}) {
    return this.connection.call('post', '/albums/{id}/upload-links', { path: { id }, body, ...options })
  }
  /** Closes the upload link immediately. Files that guests have already uploaded stay. */
  revokeUploadLink(id: string, options: CallOptions = {}) {
    return this.connection.call('post', '/upload-links/{id}/revoke', { path: { id }, ...options })
  }
  /** Returns one page of the files that guests uploaded and that are not yet approved. */
  received(id: string, query: Query<'/albums/{id}/received', 'get'> = {}, options: CallOptions = {}) {
    return this.connection.call('get', '/albums/{id}/received', { path: { id }, query, ...options })
  }
  /**
   * Approves files that guests uploaded, by default all pending files. One call approves a limited number of files: call again while `left`
   * is above 0.
   */
  acceptReceived(id: string, body: Body<'/albums/{id}/received/accept', 'post'> = {}, options: CallOptions = {}) {
    return this.connection.call('post', '/albums/{id}/received/accept', { path: { id }, body, ...options })
  }
  /** Permanently deletes files that guests uploaded and that are not yet approved, by default all such files. */
  refuseReceived(id: string, body: Body<'/albums/{id}/received/refuse', 'post'> = {}, options: CallOptions = {}) {
    return this.connection.call('post', '/albums/{id}/received/refuse', { path: { id }, body, ...options })
  }
}
