export { libraryService } from './library.service.ts'
export { retrySpan, type Span } from './photos/retry-span.ts'
export { unregistered } from './photos/find-unregistered.handler.ts'
export { holdsNoPhotos } from './photos/get-installation.handler.ts'
