export { libraryService } from './library.service.ts'
export { retrySpan, type Span } from './photos/retry-span.ts'
export { unregistered } from './photos/photos.handlers.ts'
export { holdsNoPhotos } from './photos/photos.handlers.ts'
