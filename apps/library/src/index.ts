export { libraryService } from './library.service.ts'
export { retrySpan, type Span } from './photos/retry-photos.ts'
export { findUnregisteredKeys } from './uploads/uploads.handlers.ts'
export { holdsNoPhotos } from './photos/photos.handlers.ts'
