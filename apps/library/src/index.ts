export { libraryService } from './library.service.ts'
export { retrySpan, type Span } from './photos/retry-span.ts'
