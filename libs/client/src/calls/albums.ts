import type { CallOptions, Connection } from '../connection.ts'
import { everything } from '../pages.ts'
import type { Body, Query } from '../types.ts'

/** Albums, and the images in them. */
export class Albums {
  private readonly connection: Connection
  constructor(connection: Connection) {
    this.connection = connection
  }

  /** One page. */
  list(query: Query<'/albums', 'get'> = {}, options: CallOptions = {}) {
    return this.connection.call('get', '/albums', { query, ...options })
  }
  /** All albums, read page by page: `for await (const album of daymark.albums.all())`. */
  all(query: Query<'/albums', 'get'> = {}, options: CallOptions = {}) {
    return everything(
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
  /** `delete_images: true` deletes its images too. */
  delete(id: string, query: Query<'/albums/{id}', 'delete'> = {}, options: CallOptions = {}) {
    return this.connection.call('delete', '/albums/{id}', { path: { id }, query, ...options })
  }
  addImages(id: string, imageIds: string[], options: CallOptions = {}) {
    const body = { image_ids: imageIds }
    return this.connection.call('post', '/albums/{id}/images', { path: { id }, body, ...options })
  }
  /** They stay in the library. */
  removeImages(id: string, imageIds: string[], options: CallOptions = {}) {
    const body = { image_ids: imageIds }
    return this.connection.call('delete', '/albums/{id}/images', { path: { id }, body, ...options })
  }
  /** A heading in the order: before an image, or at the end. */
  addSection(id: string, body: Body<'/albums/{id}/sections', 'post'>, options: CallOptions = {}) {
    return this.connection.call('post', '/albums/{id}/sections', { path: { id }, body, ...options })
  }
  /** Another name, or another place among the sections, with its images. */
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
  /** Its images stay where they are. */
  removeSection(id: string, sectionId: string, options: CallOptions = {}) {
    return this.connection.call('delete', '/albums/{id}/sections/{sectionId}', { path: { id, sectionId }, ...options })
  }
  /** To the end of a section; `null`: before the first heading. */
  moveToSection(id: string, sectionId: string | null, imageIds: string[], options: CallOptions = {}) {
    const body = { image_ids: imageIds, section_id: sectionId }
    return this.connection.call('post', '/albums/{id}/sections/images', { path: { id }, body, ...options })
  }
  /** The cameras of its images, and how their clocks are put right. */
  captureOrder(id: string, options: CallOptions = {}) {
    return this.connection.call('get', '/albums/{id}/capture-order', { path: { id }, ...options })
  }
  /** Its images in the order in which they were taken; `keep` has later ones fall in. */
  orderByCapture(id: string, body: Body<'/albums/{id}/capture-order', 'patch'> = {}, options: CallOptions = {}) {
    return this.connection.call('patch', '/albums/{id}/capture-order', { path: { id }, body, ...options })
  }
  /** Every file with its checksum, in the order of the album. */
  manifest(id: string, options: CallOptions = {}) {
    return this.connection.call('get', '/albums/{id}/manifest', { path: { id }, ...options })
  }
  /** Links through which guests send photos into it. */
  uploadLinks(id: string, options: CallOptions = {}) {
    return this.connection.call('get', '/albums/{id}/upload-links', { path: { id }, ...options })
  }
  createUploadLink(id: string, body: Body<'/albums/{id}/upload-links', 'post'>, options: CallOptions = {}) {
    return this.connection.call('post', '/albums/{id}/upload-links', { path: { id }, body, ...options })
  }
  /** Closes it at once. */
  revokeUploadLink(id: string, options: CallOptions = {}) {
    return this.connection.call('post', '/upload-links/{id}/revoke', { path: { id }, ...options })
  }
  /** A page of what guests sent and nobody has decided on. */
  received(id: string, query: Query<'/albums/{id}/received', 'get'> = {}, options: CallOptions = {}) {
    return this.connection.call('get', '/albums/{id}/received', { path: { id }, query, ...options })
  }
  /** None named: all that wait. While `left` is above 0 there is more to ask for. */
  acceptReceived(id: string, body: Body<'/albums/{id}/received/accept', 'post'> = {}, options: CallOptions = {}) {
    return this.connection.call('post', '/albums/{id}/received/accept', { path: { id }, body, ...options })
  }
  /** For good. */
  refuseReceived(id: string, body: Body<'/albums/{id}/received/refuse', 'post'> = {}, options: CallOptions = {}) {
    return this.connection.call('post', '/albums/{id}/received/refuse', { path: { id }, body, ...options })
  }
}
