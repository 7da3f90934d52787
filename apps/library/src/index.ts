export { libraryService } from './library.service.ts'
export { retrySpan, type Span } from './photos/retry-span.ts'
export { unregistered } from './photos/find-unregistered.ts'
export { holdsNoPhotos } from './photos/get-installation.ts'
